package io.postrider.decider;

import io.postrider.schemas.CommandOutcome;
import org.jspecify.annotations.Nullable;

/** Hears what became of each command the moment it is decided; called on the stream thread. */
@FunctionalInterface
public interface OutcomeListener {

    /**
     * Hands an outcome to whoever waits for it. Never blocks and never throws; the same answer may come again after a
     * crash.
     *
     * @param replyTo the node where the answer is waited for; null means this one
     * @param commandId the command that is answered; a replayed outcome itself names the earlier one
     */
    void answer(@Nullable String replyTo, String commandId, CommandOutcome outcome);
}
