package io.postrider.automation;

import io.postrider.automation.RuleDirectory.InForce;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.runtime.expressions.Condition;
import io.postrider.runtime.expressions.EvaluationFailed;
import io.postrider.runtime.rules.Advance;
import io.postrider.runtime.rules.Explanation;
import io.postrider.runtime.rules.Sealer;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Makes the run of a rule for an event, as far as its first effect. */
final class Matcher {

    private final Sealer sealer;
    private final RuleLimits limits;

    Matcher(Sealer sealer, RuleLimits limits) {
        this.sealer = sealer;
        this.limits = limits;
    }

    /** Whether the event comes from where the rule wants it to come from. */
    static boolean isFrom(InForce rule, EventRecord event) {
        String endpoint = rule.definition().endpoint();
        Actor actor = event.header().actor();
        return endpoint == null
                || (actor != null
                        && actor.type().equals("endpoint")
                        && actor.id().equals(endpoint));
    }

    /**
     * The run; empty where it is skipped and such runs are not kept any more for now.
     *
     * @param json the event as webhooks deliver it
     */
    Optional<Run> run(InForce rule, EventRecord event, ObjectNode json, Instant now) {
        Cause cause = cause(event.header());
        int depth = cause == null ? 1 : cause.depth() + 1;
        String id = Run.idOf(event.header().id(), rule.rule().id());
        return sealer.seal(rule.rule().workspace(), Run.purpose(id), json.toString())
                .map(sealed -> blank(id, rule, event.header(), sealed, depth, now))
                .flatMap(run -> begun(run, rule, json, now));
    }

    private Optional<Run> begun(Run run, InForce rule, ObjectNode json, Instant now) {
        if (run.depth() > Explanation.DEPTH_MAX) {
            return Optional.of(
                    ended(
                            run,
                            RunStatus.LOOP_BLOCKED,
                            "More than " + Explanation.DEPTH_MAX + " runs caused one another.",
                            now));
        }
        try {
            Optional<String> objection = objection(rule, json, now);
            if (objection.isPresent()) {
                return limits.keepsSkip(run.ruleId(), now)
                        ? Optional.of(ended(run, RunStatus.SKIPPED, objection.get(), now))
                        : Optional.empty();
            }
        } catch (EvaluationFailed e) {
            return Optional.of(ended(run, RunStatus.FAILED, "filter: " + e.getMessage(), now));
        }
        AdvanceRun first = Advance.of(run, rule.definition(), json, sealer, now);
        return Optional.of(
                run.with(first.status(), first.reason(), first.steps(), first.dueAt(), now));
    }

    private Optional<String> objection(InForce rule, ObjectNode json, Instant now)
            throws EvaluationFailed {
        Condition filter = rule.definition().filter();
        if (filter != null && !filter.isTrue(Map.of("event", json))) {
            return Optional.of("The filter does not hold: " + failing(filter, json));
        }
        return limits.objection(rule, json, now);
    }

    private static String failing(Condition filter, ObjectNode json) throws EvaluationFailed {
        for (Condition clause : filter.clauses()) {
            if (!clause.isTrue(Map.of("event", json))) {
                return clause.source();
            }
        }
        return filter.source();
    }

    private static @Nullable Cause cause(EventHeader header) {
        Actor actor = header.actor();
        return actor == null ? null : actor.cause();
    }

    private static Run ended(Run run, RunStatus status, String reason, Instant now) {
        return run.with(status, reason, List.of(), null, now);
    }

    private static Run blank(
            String id, InForce rule, EventHeader header, String event, int depth, Instant now) {
        return new Run(
                id,
                rule.rule().workspace(),
                rule.rule().id(),
                rule.version().number(),
                header.id(),
                header.type(),
                event,
                RunStatus.RUNNING,
                null,
                depth,
                0,
                0,
                List.of(),
                null,
                now,
                now,
                null);
    }
}
