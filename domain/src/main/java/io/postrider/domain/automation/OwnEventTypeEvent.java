package io.postrider.domain.automation;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of own types of events; each carries the type after the change. */
public sealed interface OwnEventTypeEvent extends ResourceEvent<OwnEventType> {

    /** The type after the change. */
    OwnEventType eventType();

    @Override
    default OwnEventType resource() {
        return eventType();
    }

    /** A type was described. */
    record OwnEventTypeCreated(OwnEventType eventType) implements OwnEventTypeEvent {}

    /** Some fields of a type were changed. */
    record OwnEventTypeUpdated(OwnEventType eventType) implements OwnEventTypeEvent {}

    /** An event type was deleted. */
    record OwnEventTypeDeleted(OwnEventType eventType) implements OwnEventTypeEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
