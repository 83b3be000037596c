package io.postrider.domain.state;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of values of rules; each carries the entry after the change. */
public sealed interface StateEvent extends ResourceEvent<StateEntry> {

    /** The entry after the change. */
    StateEntry entry();

    @Override
    default StateEntry resource() {
        return entry();
    }

    /** A value was put under a key. */
    record StateSet(StateEntry entry) implements StateEvent {}

    /** A value was removed, or its time was over. */
    record StateDeleted(StateEntry entry) implements StateEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
