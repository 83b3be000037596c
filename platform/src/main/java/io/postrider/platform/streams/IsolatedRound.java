package io.postrider.platform.streams;

import io.postrider.platform.kafka.DeadLetters;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the items of a round, which has no record that could be set aside, so that one item fails alone. */
public final class IsolatedRound {

    private static final Logger LOGGER = LoggerFactory.getLogger(IsolatedRound.class);

    private IsolatedRound() {}

    /**
     * Runs a step for each item, and skips an item on which the application's code throws. Exceptions of the platform end the
     * round.
     *
     * @param round its name, for the log
     */
    public static <T> void run(String round, Iterable<T> items, Consumer<T> step) {
        for (T item : items) {
            try {
                step.accept(item);
            } catch (RuntimeException | StackOverflowError | AssertionError e) {
                if (!DeadLetterHandler.setsAside(e)) {
                    throw e;
                }
                LOGGER.atError()
                        .addKeyValue("round", round)
                        .addKeyValue("exception", e.getClass().getName())
                        .addKeyValue("at", DeadLetters.place(e))
                        .log("An item of a periodic task failed; skipping it");
            }
        }
    }
}
