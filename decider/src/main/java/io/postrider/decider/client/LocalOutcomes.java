package io.postrider.decider.client;

import io.postrider.decider.OutcomeListener;
import io.postrider.schemas.CommandOutcome;
import org.jspecify.annotations.Nullable;

/** Passes outcomes to the callers that wait in this process, and the others' on to where they wait. */
public final class LocalOutcomes implements OutcomeListener {

    private final @Nullable String node;
    private final PendingCommands pending;
    private final OutcomeListener elsewhere;

    /**
     * Answers of one node among several.
     *
     * @param node this node's address as commands carry it
     * @param elsewhere takes the answers for other nodes
     */
    public LocalOutcomes(
            @Nullable String node, PendingCommands pending, OutcomeListener elsewhere) {
        this.node = node;
        this.pending = pending;
        this.elsewhere = elsewhere;
    }

    /** The outcomes of a single node, whose requests all wait here. */
    public static LocalOutcomes alone(PendingCommands pending) {
        return new LocalOutcomes(null, pending, (_, id, outcome) -> pending.answered(id, outcome));
    }

    @Override
    public void answer(@Nullable String replyTo, String commandId, CommandOutcome outcome) {
        if (replyTo == null || replyTo.equals(node)) {
            pending.answered(commandId, outcome);
        } else {
            elsewhere.answer(replyTo, commandId, outcome);
        }
    }
}
