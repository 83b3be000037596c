package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.automation.engine.RuleDirectory.InForce;
import io.postrider.automation.rules.Explanation;
import io.postrider.automation.rules.Flow;
import io.postrider.automation.rules.Flow.Concurrency;
import io.postrider.automation.rules.Flow.Debounce;
import io.postrider.automation.rules.Flow.RateLimit;
import io.postrider.automation.rules.RunStepper;
import io.postrider.automation.rules.Sealer;
import io.postrider.automation.rules.Value;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Uuids;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunEvent;
import io.postrider.domain.runs.RunStatus;
import io.postrider.expressions.CelExpression;
import io.postrider.expressions.EvaluationException;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Creates the run of a rule for an event, up to its first effect, or up to the limits of the rule. */
final class Matcher {

    private static final String TOO_LARGE = "event: Expected an event of at most 128 KiB.";

    private final Sealer sealer;
    private final RuleLimits limits;

    Matcher(Sealer sealer, RuleLimits limits) {
        this.sealer = sealer;
        this.limits = limits;
    }

    /**
     * Whether the event comes from the endpoint that the rule names, and its publisher can read it. Events of a rule's own runs
     * never match.
     */
    static boolean isFor(InForce rule, EventRecord event) {
        if (event.payload() instanceof RunEvent change
                && change.run().ruleId().equals(rule.rule().id())) {
            return false;
        }
        String endpoint = rule.definition().endpoint();
        Actor actor = event.header().actor();
        boolean fromThere =
                endpoint == null
                        || (actor != null
                                && actor.type().equals("endpoint")
                                && actor.id().equals(endpoint));
        return fromThere && rule.reader().mayRead(event);
    }

    /**
     * A run.
     *
     * @param groups those of the limits that it is to begin within; null where it begins, or ends, as it is
     */
    record Matched(Run run, @Nullable Groups groups) {}

    /** The groups of an event in which the limits of a rule count; null where a limit is not set. */
    record Groups(@Nullable String rate, @Nullable String debounce, @Nullable String queue) {}

    /**
     * The run; empty where it is skipped and such runs are not kept any more for now.
     *
     * @param json the event as webhooks deliver it
     */
    Optional<Matched> run(InForce rule, EventRecord event, ObjectNode json, Instant now) {
        EventHeader header = event.header();
        int depth = depth(event) + 1;
        String text = json.toString();
        boolean fits = text.getBytes(UTF_8).length <= Run.EVENT_BYTES_MAX;
        Verdict found = verdict(rule, json, depth, header.time());
        Verdict verdict =
                fits || found.status() != RunStatus.RUNNING
                        ? found
                        : new Verdict(RunStatus.FAILED, TOO_LARGE, null);
        if (verdict.status() == RunStatus.SKIPPED && !limits.keepsSkip(rule.rule().id(), now)) {
            return Optional.empty();
        }
        String id = Run.idOf(header.id(), rule.rule().id());
        return sealer.seal(
                        rule.rule().workspace(),
                        Run.purpose(id),
                        fits ? text : withoutData(json).toString())
                .map(sealed ->
                        Run.begun(
                                id,
                                rule.rule().workspace(),
                                rule.rule().id(),
                                rule.version().number(),
                                header.id(),
                                header.type(),
                                sealed,
                                depth,
                                now))
                .map(run -> matched(run, verdict, rule, json, now));
    }

    private Matched matched(Run run, Verdict verdict, InForce rule, ObjectNode json, Instant now) {
        if (verdict.status() != RunStatus.RUNNING) {
            return new Matched(
                    run.with(verdict.status(), verdict.reason(), List.of(), null, now), null);
        }
        Groups groups = verdict.groups();
        if (groups == null) {
            return new Matched(advanced(run, rule, json, now), null);
        }
        return new Matched(groups.queue() == null ? run : run.queuedIn(groups.queue()), groups);
    }

    private static ObjectNode withoutData(ObjectNode json) {
        ObjectNode less = Json.object();
        less.setAll(json);
        less.remove("data");
        return less;
    }

    /** Whether a rule runs for an event, and the reason where it does not. */
    private record Verdict(RunStatus status, @Nullable String reason, @Nullable Groups groups) {}

    private static Verdict verdict(InForce rule, ObjectNode json, int depth, Instant at) {
        if (depth > Explanation.DEPTH_MAX) {
            return new Verdict(
                    RunStatus.LOOP_BLOCKED,
                    "More than " + Explanation.DEPTH_MAX + " runs triggered one another.",
                    null);
        }
        try {
            Optional<String> objection = objection(rule, json);
            return objection.isPresent()
                    ? new Verdict(RunStatus.SKIPPED, objection.get(), null)
                    : new Verdict(RunStatus.RUNNING, null, groups(rule, json, at));
        } catch (EvaluationException e) {
            return new Verdict(RunStatus.FAILED, e.getMessage(), null);
        }
    }

    private static @Nullable Groups groups(InForce rule, ObjectNode json, Instant at)
            throws EvaluationException {
        Flow flow = rule.definition().flow();
        if (!flow.isLimited()) {
            return null;
        }
        RateLimit rate = flow.rateLimit();
        Debounce debounce = flow.debounce();
        Concurrency queue = flow.concurrency();
        Grouping grouping = new Grouping(rule.rule().id(), json, at);
        return new Groups(
                rate == null ? null : grouping.group("rate_limit", rate.key()),
                debounce == null ? null : grouping.group("debounce", debounce.key()),
                queue == null ? null : grouping.group("concurrency", queue.key()));
    }

    private record Grouping(String rule, ObjectNode json, Instant at) {

        /** A hash, since its parts may contain the address of a person. */
        String group(String limit, @Nullable Value key) throws EvaluationException {
            ObjectNode scope = Json.object();
            scope.set("event", json);
            try {
                String value = key == null ? "" : key.of(scope, at, "").toString();
                return Uuids.v5(Id.parse(IdKind.RUL, rule).orElseThrow(), value).toString();
            } catch (EvaluationException e) {
                throw new EvaluationException(limit + ": " + e.getMessage());
            }
        }
    }

    private Run advanced(Run run, InForce rule, ObjectNode json, Instant now) {
        AdvanceRun first = RunStepper.of(run, rule.definition(), json, sealer, now);
        return run.with(first.status(), first.reason(), first.steps(), first.dueAt(), now);
    }

    private static Optional<String> objection(InForce rule, ObjectNode json)
            throws EvaluationException {
        CelExpression filter = rule.definition().filter();
        try {
            return filter == null || filter.isTrue(Map.of("event", json))
                    ? Optional.empty()
                    : Optional.of("The filter is false: " + failing(filter, json));
        } catch (EvaluationException e) {
            throw new EvaluationException("filter: " + e.getMessage());
        }
    }

    /** The first clause that does not hold. One that cannot be evaluated decides nothing beside another that does not hold. */
    private static String failing(CelExpression filter, ObjectNode json) {
        return filter.clauses().stream()
                .filter(clause -> isFalse(clause, json))
                .findFirst()
                .orElse(filter)
                .source();
    }

    private static boolean isFalse(CelExpression clause, ObjectNode json) {
        try {
            return !clause.isTrue(Map.of("event", json));
        } catch (EvaluationException e) {
            return false;
        }
    }

    /** The number of runs that led to an event. Events of a run itself are caused by it. */
    private static int depth(EventRecord event) {
        if (event.payload() instanceof RunEvent change) {
            return change.run().depth();
        }
        Actor actor = event.header().actor();
        Cause cause = actor == null ? null : actor.cause();
        return cause == null ? 0 : cause.depth();
    }
}
