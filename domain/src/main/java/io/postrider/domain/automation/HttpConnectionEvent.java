package io.postrider.domain.automation;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of connections of rules; each carries the connection after the change. */
public sealed interface HttpConnectionEvent extends ResourceEvent<HttpConnection> {

    /** The connection after the change. */
    HttpConnection connection();

    @Override
    default HttpConnection resource() {
        return connection();
    }

    /** A connection was created. */
    record HttpConnectionCreated(HttpConnection connection) implements HttpConnectionEvent {}

    /** Some fields of a connection were changed. */
    record HttpConnectionUpdated(HttpConnection connection) implements HttpConnectionEvent {}

    /** A connection was deleted. */
    record HttpConnectionDeleted(HttpConnection connection) implements HttpConnectionEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
