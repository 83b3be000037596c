package io.postrider.domain.runs;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.Uuids;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A run of a rule for an event.
 *
 * @param ruleVersion the number of the published version that runs
 * @param event the event as JSON as in deliveries, as ciphertext
 * @param reason the reason of a failure, skip or stop; null for none
 * @param depth the number of runs that led to the event, including this one
 * @param position the number of changes of the steps, so that each change follows the one before
 * @param round the number of retries, from 0
 * @param history the earlier attempts, as far as they are kept: the first and the newest ones, oldest first
 * @param queue the group of runs of the rule that run one after another; null for none
 * @param dueAt the end of a delay; null for none
 * @param endedAt the end of the run; null while it is not over
 */
public record Run(
        String id,
        String workspace,
        String ruleId,
        int ruleVersion,
        String eventId,
        String eventType,
        String event,
        RunStatus status,
        @Nullable String reason,
        int depth,
        int position,
        int round,
        List<RunTry> history,
        List<Step> steps,
        @Nullable String queue,
        @Nullable Instant dueAt,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Instant endedAt)
        implements Resource {

    /** Maximum size of a run in bytes, so that it fits into an event. */
    public static final int SIZE_MAX = 240 << 10;

    /** Maximum size of its event in bytes before it is sealed; the rest is for the steps. */
    public static final int EVENT_BYTES_MAX = 128 << 10;

    /** Number of earlier attempts that are kept. */
    public static final int TRIES_KEPT = 10;

    /** Maximum size of earlier attempts in bytes; beyond it their inputs and outputs are dropped, then their steps. */
    static final int HISTORY_SIZE_MAX = 32 << 10;

    public Run {
        history = List.copyOf(history);
        steps = List.copyOf(steps);
    }

    /** The size of the run with other steps. */
    public int sizeWith(List<Step> other) {
        return event.length() + size(history) + other.stream().mapToInt(Step::size).sum();
    }

    /**
     * A run that begins, without steps.
     *
     * @param event as ciphertext
     */
    public static Run begun(
            String id,
            String workspace,
            String ruleId,
            int ruleVersion,
            String eventId,
            String eventType,
            String event,
            int depth,
            Instant at) {
        return new Run(
                id,
                workspace,
                ruleId,
                ruleVersion,
                eventId,
                eventType,
                event,
                RunStatus.RUNNING,
                null,
                depth,
                0,
                0,
                List.of(),
                List.of(),
                null,
                null,
                at,
                at,
                null);
    }

    /** The run as it waits in a queue. */
    public Run queuedIn(String group) {
        return new Run(
                id,
                workspace,
                ruleId,
                ruleVersion,
                eventId,
                eventType,
                event,
                RunStatus.QUEUED,
                null,
                depth,
                position,
                round,
                history,
                steps,
                group,
                null,
                createdAt,
                updatedAt,
                null);
    }

    /**
     * The id of the run of a rule for an event: the same however often the event is read.
     *
     * @throws IllegalArgumentException if the event has no id of an event
     */
    public static String idOf(String eventId, String ruleId) {
        return Id.of(
                IdKind.RUN,
                Uuids.v5(
                        Id.parse(IdKind.EVT, eventId)
                                .orElseThrow(() -> new IllegalArgumentException(eventId)),
                        ruleId));
    }

    /** The id of the effect of a step: the same until the step is made again on request. */
    public String effectOf(String key) {
        return Id.of(
                IdKind.EFF, Uuids.v5(Id.parse(IdKind.RUN, id).orElseThrow(), key + "/" + round));
    }

    /** The purpose under which the event is sealed. */
    public static String purpose(String id) {
        return id + "/event";
    }

    /** The step of an effect that has not ended. */
    Optional<Step> awaiting(String effectId) {
        return steps.stream()
                .filter(step ->
                        effectId.equals(step.effectId()) && step.status() == StepStatus.RUNNING)
                .findFirst();
    }

    /** Whether a step began in the newest change of the run. */
    public boolean began(Step step) {
        return step.status() == StepStatus.RUNNING
                && step.attempts() == 0
                && step.startedAt().equals(updatedAt);
    }

    /** The run with other steps, in another state. */
    public Run with(
            RunStatus as,
            @Nullable String why,
            List<Step> other,
            @Nullable Instant due,
            Instant at) {
        return new Run(
                id,
                workspace,
                ruleId,
                ruleVersion,
                eventId,
                eventType,
                event,
                as,
                why,
                depth,
                position + 1,
                round,
                history,
                other,
                queue,
                due,
                createdAt,
                at,
                as.isOpen() ? null : at);
    }

    /** The run with each step changed. */
    Run with(RunStatus as, UnaryOperator<Step> change, Instant at) {
        return with(as, reason, steps.stream().map(change).toList(), null, at);
    }

    /** The run with a step in another state. */
    Run with(Step changed, Instant at) {
        return with(status, step -> step.key().equals(changed.key()) ? changed : step, at);
    }

    /**
     * The run once more, from the steps that did not succeed or from its start.
     *
     * @param version of the rule that runs now
     */
    Run again(boolean fromStart, int version, Instant at) {
        List<Step> kept = steps.stream().filter(step -> !fromStart && isKept(step)).toList();
        return new Run(
                id,
                workspace,
                ruleId,
                version,
                eventId,
                eventType,
                event,
                queue == null ? RunStatus.RUNNING : RunStatus.QUEUED,
                null,
                depth,
                position + 1,
                round + 1,
                historyWith(kept),
                kept,
                queue,
                null,
                createdAt,
                at,
                null);
    }

    private static boolean isKept(Step step) {
        return step.status() == StepStatus.SUCCEEDED || step.status() == StepStatus.SKIPPED;
    }

    private List<RunTry> historyWith(List<Step> kept) {
        List<Step> made =
                steps.stream()
                        .map(step -> kept.contains(step) ? step.withoutTexts() : step)
                        .toList();
        List<RunTry> tries = new ArrayList<>(history);
        tries.add(
                new RunTry(
                        round,
                        ruleVersion,
                        status,
                        reason,
                        made,
                        endedAt == null ? updatedAt : endedAt));
        if (tries.size() > TRIES_KEPT) {
            tries.remove(1);
        }
        shorten(tries, RunTry::withoutTexts);
        shorten(tries, RunTry::withoutSteps);
        return tries;
    }

    /** The first try is shortened last. */
    private static void shorten(List<RunTry> tries, UnaryOperator<RunTry> shortened) {
        for (int i = 1; i <= tries.size() && size(tries) > HISTORY_SIZE_MAX; i++) {
            tries.set(i % tries.size(), shortened.apply(tries.get(i % tries.size())));
        }
    }

    private static int size(List<RunTry> tries) {
        return tries.stream().mapToInt(RunTry::size).sum();
    }
}
