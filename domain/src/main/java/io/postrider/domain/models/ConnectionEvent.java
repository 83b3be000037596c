package io.postrider.domain.models;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of a connection to a provider; each carries the connection after the change. */
public sealed interface ConnectionEvent extends ResourceEvent<ModelConnection> {

    /** The connection after the change. */
    ModelConnection connection();

    @Override
    default ModelConnection resource() {
        return connection();
    }

    /** A connection was created. */
    record ConnectionCreated(ModelConnection connection) implements ConnectionEvent {}

    /** Some fields were changed. */
    record ConnectionUpdated(ModelConnection connection) implements ConnectionEvent {}

    /** The connection was deleted. */
    record ConnectionDeleted(ModelConnection connection) implements ConnectionEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
