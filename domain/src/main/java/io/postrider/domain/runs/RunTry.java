package io.postrider.domain.runs;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An earlier attempt of a run.
 *
 * @param number the number of the attempt, from 0
 * @param ruleVersion the number of the published version that ran
 * @param reason the reason of a failure or stop; null for none
 * @param steps the steps; those that the next attempt continued from are without input and output
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

    /** The size of the attempt in its run. */
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
