package io.postrider.decider;

/** The reply of a node's decider on the newest event of an aggregate. */
public sealed interface NewestEvent {

    /**
     * There is one.
     *
     * @param framed as in its topic, committed or not
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Found(byte[] framed) implements NewestEvent {}

    /** The aggregate has no event. */
    record None() implements NewestEvent {}

    /**
     * The store is restoring or closed, its partition belongs to another node, or commands are open that its former owner may have
     * answered: there may be an event or none.
     */
    record Unreadable() implements NewestEvent {}
}
