package io.postrider.domain.runs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step of a run: one action of its rule, for one item if the action has several.
 *
 * @param key the key of the action, with the number of the item if it has several, for example {@code send[2]}
 * @param type the type of the action, for example {@code links.create}
 * @param effectId the id under which the effect happens at most once; null for none
 * @param input the input as JSON, as ciphertext; null for none
 * @param output the output as JSON, as ciphertext; null for none
 * @param error the error in one line, of the last attempt during retries; null for none
 * @param attempts the number of attempts of the effect
 * @param nextAttemptAt the time of the next attempt; null for none
 */
public record Step(
        String key,
        String type,
        StepStatus status,
        @Nullable String effectId,
        @Nullable String input,
        @Nullable String output,
        @Nullable String error,
        int attempts,
        @Nullable Instant nextAttemptAt,
        Instant startedAt,
        @Nullable Instant endedAt) {

    /** Key, type, ids and times, and room for a short error. */
    private static final int SIZE_WITHOUT_TEXTS = 300;

    /** The size of the step in its run. */
    int size() {
        return SIZE_WITHOUT_TEXTS + length(input) + length(output) + 2 * length(error);
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** A step that has not begun. */
    public static Step of(String key, String type, Instant at) {
        return new Step(key, type, StepStatus.RUNNING, null, null, null, null, 0, null, at, null);
    }

    /** The step with its effect requested. */
    public Step begun(String effect, String sealedInput) {
        return new Step(
                key,
                type,
                StepStatus.RUNNING,
                effect,
                sealedInput,
                null,
                null,
                0,
                null,
                startedAt,
                null);
    }

    /** The step as it begins at another time. */
    Step beginning(Instant at) {
        return new Step(
                key,
                type,
                status,
                effectId,
                input,
                output,
                error,
                attempts,
                null,
                at,
                status.isEnded() ? at : null);
    }

    /** The step as it waits for its time. */
    public Step waiting() {
        return new Step(
                key, type, StepStatus.WAITING, null, null, null, null, 0, null, startedAt, null);
    }

    /** The step after an attempt of its effect that failed. */
    Step attempted(int made, @Nullable String why, Instant next) {
        return new Step(
                key, type, status, effectId, input, output, why, made, next, startedAt, endedAt);
    }

    /** The step without its texts, for which there is no room. */
    Step withoutTexts() {
        return new Step(
                key,
                type,
                status,
                effectId,
                null,
                null,
                error,
                attempts,
                nextAttemptAt,
                startedAt,
                endedAt);
    }

    /** The step at its end. */
    public Step ended(
            StepStatus as,
            @Nullable String sealedOutput,
            @Nullable String why,
            int made,
            Instant at) {
        return new Step(
                key, type, as, effectId, input, sealedOutput, why, made, null, startedAt, at);
    }

    /** The purpose under which the input and the output of a step are sealed. */
    public static String purpose(String run, String key) {
        return run + "/steps/" + key;
    }
}
