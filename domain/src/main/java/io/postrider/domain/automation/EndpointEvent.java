package io.postrider.domain.automation;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of endpoints; each carries the endpoint after the change. */
public sealed interface EndpointEvent extends ResourceEvent<Endpoint> {

    /** The endpoint after the change. */
    Endpoint endpoint();

    @Override
    default Endpoint resource() {
        return endpoint();
    }

    /** An endpoint was created. */
    record EndpointCreated(Endpoint endpoint) implements EndpointEvent {}

    /** Some fields of an endpoint were changed. */
    record EndpointUpdated(Endpoint endpoint) implements EndpointEvent {}

    /** An endpoint was deleted. */
    record EndpointDeleted(Endpoint endpoint) implements EndpointEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
