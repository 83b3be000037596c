package io.postrider.decider;

import io.postrider.schemas.CommandOutcome;
import org.jspecify.annotations.Nullable;

/** Receives the outcome of each command when it is decided; called on the stream thread. */
@FunctionalInterface
public interface OutcomeListener {

    /**
     * Passes an outcome to the request that waits for it. Never blocks and never throws; the same outcome may occur again
     * after a crash.
     *
     * @param replyTo node of the waiting request; null for this one
     * @param commandId id of the command; a replayed outcome itself names the earlier one
     */
    void answer(@Nullable String replyTo, String commandId, CommandOutcome outcome);
}
