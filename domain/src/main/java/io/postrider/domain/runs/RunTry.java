package io.postrider.domain.runs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A try of a run that was followed by another.
 *
 * @param number 0, and one more with each retry
 * @param ruleVersion the published version that ran
 * @param reason of a failure or a stop; null for none
 * @param steps those that the next try went on from without input and output
 */
public record RunTry(
        int number,
        int ruleVersion,
        RunStatus status,
        @Nullable String reason,
        List<Step> steps,
        Instant endedAt) {

    private static final int SIZE_WITHOUT_TEXTS = 100;

    public RunTry {
        steps = List.copyOf(steps);
    }

    /** What the try takes in its run. */
    int size() {
        return SIZE_WITHOUT_TEXTS
                + (reason == null ? 0 : 2 * reason.length())
                + steps.stream().mapToInt(Step::size).sum();
    }

    RunTry withoutTexts() {
        return with(steps.stream().map(Step::withoutTexts).toList());
    }

    RunTry withoutSteps() {
        return with(List.of());
    }

    private RunTry with(List<Step> other) {
        return new RunTry(number, ruleVersion, status, reason, other, endedAt);
    }
}
