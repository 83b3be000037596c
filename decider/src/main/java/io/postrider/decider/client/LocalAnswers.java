package io.postrider.decider.client;

import io.postrider.decider.AnswerSink;
import io.postrider.schemas.Outcome;
import org.jspecify.annotations.Nullable;

/** Passes outcomes to the callers that wait in this process, and the others' on to where they wait. */
public final class LocalAnswers implements AnswerSink {

    private final @Nullable String node;
    private final PendingAnswers pending;
    private final AnswerSink elsewhere;

    /**
     * Answers of one node among several.
     *
     * @param node this node's address as commands carry it
     * @param elsewhere takes the answers for other nodes
     */
    public LocalAnswers(@Nullable String node, PendingAnswers pending, AnswerSink elsewhere) {
        this.node = node;
        this.pending = pending;
        this.elsewhere = elsewhere;
    }

    /** Answers of the only node: whoever waits, waits here. */
    public static LocalAnswers alone(PendingAnswers pending) {
        return new LocalAnswers(null, pending, (_, id, outcome) -> pending.answered(id, outcome));
    }

    @Override
    public void answer(@Nullable String replyTo, String commandId, Outcome outcome) {
        if (replyTo == null || replyTo.equals(node)) {
            pending.answered(commandId, outcome);
        } else {
            elsewhere.answer(replyTo, commandId, outcome);
        }
    }
}
