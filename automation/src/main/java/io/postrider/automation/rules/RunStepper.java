package io.postrider.automation.rules;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.Step;
import io.postrider.domain.runs.StepStatus;
import io.postrider.expressions.CelExpression;
import io.postrider.expressions.EvaluationException;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Determines the next steps of a run without open ones: it evaluates the actions in order, until one has an effect or a delay,
 * or none is left. The result depends on the run only.
 */
public final class RunStepper {

    private static final int ITEMS_MAX = 100;
    private static final int REASON_LENGTH_MAX = 600;

    private final Run run;
    private final RuleDefinition definition;
    private final Sealer sealer;
    private final Instant now;
    private final List<Step> steps;
    private final ObjectNode scope;
    private @Nullable Instant dueAt;

    private RunStepper(
            Run run, RuleDefinition definition, JsonNode event, Sealer sealer, Instant now) {
        this.run = run;
        this.definition = definition;
        this.sealer = sealer;
        this.now = now;
        this.steps = new ArrayList<>(run.steps());
        this.scope = Json.object();
        scope.set("event", event);
        scope.set("steps", outputs());
        scope.set(
                "run",
                Json.object()
                        .put("id", run.id())
                        .put("rule_id", run.ruleId())
                        .put("started_at", Json.time(run.createdAt())));
    }

    /** The change that follows. */
    public static AdvanceRun of(
            Run run, RuleDefinition definition, JsonNode event, Sealer sealer, Instant now) {
        return new RunStepper(run, definition, event, sealer, now).change();
    }

    private ObjectNode outputs() {
        ObjectNode outputs = Json.object();
        for (Step step : run.steps()) {
            JsonNode output = output(step);
            int bracket = step.key().indexOf('[');
            if (bracket < 0) {
                outputs.set(step.key(), output);
            } else {
                String key = step.key().substring(0, bracket);
                ArrayNode all =
                        outputs.get(key) instanceof ArrayNode known ? known : outputs.putArray(key);
                all.add(output);
            }
        }
        return outputs;
    }

    private @Nullable JsonNode output(Step step) {
        String sealed = step.output();
        return sealed == null
                ? null
                : sealer.open(run.workspace(), Step.purpose(run.id(), step.key()), sealed)
                        .map(text -> Json.mapper().readTree(text))
                        .orElse(null);
    }

    private AdvanceRun change() {
        for (Action action : definition.actions()) {
            List<Step> own = steps.stream().filter(step -> action.isOf(step.key())).toList();
            Optional<AdvanceRun> end = own.isEmpty() ? begin(action) : failed(action, own);
            if (end.isPresent()) {
                return end.get();
            }
        }
        return changed(RunStatus.SUCCEEDED, null);
    }

    private Optional<AdvanceRun> failed(Action action, List<Step> own) {
        return own.stream()
                .filter(step ->
                        step.status() == StepStatus.FAILED || step.status() == StepStatus.UNKNOWN)
                .findFirst()
                .filter(_ -> !action.goesOn())
                .map(step ->
                        changed(
                                RunStatus.FAILED,
                                step.key() + ": " + (step.error() == null ? "" : step.error())));
    }

    private Optional<AdvanceRun> begin(Action action) {
        Step step = Step.of(action.key(), action.type().label(), now);
        try {
            if (!applies(action)) {
                steps.add(step.ended(StepStatus.SKIPPED, null, null, 0, now));
                return Optional.empty();
            }
            return switch (action.type()) {
                case STOP -> {
                    steps.add(step.ended(StepStatus.SUCCEEDED, null, null, 0, now));
                    yield Optional.of(changed(RunStatus.SUCCEEDED, null));
                }
                case RESPOND -> respond(action, step);
                case BRANCH -> branch(action, step);
                case DELAY -> delay(action, step);
                default -> effects(action, step);
            };
        } catch (EvaluationException e) {
            String error = shortened(String.valueOf(e.getMessage()));
            steps.add(step.ended(StepStatus.FAILED, null, error, 0, now));
            return action.goesOn()
                    ? Optional.empty()
                    : Optional.of(changed(RunStatus.FAILED, action.key() + ": " + error));
        }
    }

    private boolean applies(Action action) throws EvaluationException {
        Action.Within within = action.within();
        if (within != null
                && scope.path("steps").path(within.branch()).path("case").asInt(-1)
                        != within.number()) {
            return false;
        }
        CelExpression when = action.when();
        return when == null || when.isTrue(variables());
    }

    private Map<String, JsonNode> variables() {
        Map<String, JsonNode> variables = new HashMap<>();
        scope.properties().forEach(member -> variables.put(member.getKey(), member.getValue()));
        return variables;
    }

    private Optional<AdvanceRun> branch(Action action, Step step) throws EvaluationException {
        int chosen = -1;
        for (int i = 0; i < action.cases().size() && chosen < 0; i++) {
            CelExpression when = action.cases().get(i).when();
            if (when == null || when.isTrue(variables())) {
                chosen = i;
            }
        }
        JsonNode output = Json.object().put("case", chosen);
        ((ObjectNode) scope.path("steps")).set(action.key(), output);
        steps.add(step.ended(StepStatus.SUCCEEDED, sealed(step.key(), output), null, 0, now));
        return Optional.empty();
    }

    /** Its output is the response to the caller of a synchronous endpoint. */
    private Optional<AdvanceRun> respond(Action action, Step step) throws EvaluationException {
        JsonNode output = input(action, scope);
        ((ObjectNode) scope.path("steps")).set(action.key(), output);
        steps.add(step.ended(StepStatus.SUCCEEDED, sealed(step.key(), output), null, 0, now));
        return Optional.empty();
    }

    private Optional<AdvanceRun> delay(Action action, Step step) throws EvaluationException {
        Delay delay =
                Delay.of(input(action, scope))
                        .orElseThrow(() -> new EvaluationException(Delay.EXPECTED));
        dueAt = delay.endFrom(now);
        steps.add(step.waiting());
        return Optional.of(changed(RunStatus.WAITING, null));
    }

    private Optional<AdvanceRun> effects(Action action, Step step) throws EvaluationException {
        Value items = action.items();
        if (items == null) {
            steps.add(begun(step, input(action, scope)));
            return Optional.of(changed(RunStatus.RUNNING, null));
        }
        JsonNode list = items.of(scope, run.createdAt(), run.id() + action.key());
        List<JsonNode> all = list.isArray() ? list.valueStream().toList() : List.of(list);
        if (list.isNull() || all.isEmpty()) {
            steps.add(step.ended(StepStatus.SKIPPED, null, null, 0, now));
            return Optional.empty();
        }
        if (all.size() > ITEMS_MAX || steps.size() + all.size() > RuleDefinition.EFFECTS_MAX) {
            throw new EvaluationException(
                    all.size() + " items; expected at most " + ITEMS_MAX + ".");
        }
        for (int i = 0; i < all.size(); i++) {
            ObjectNode each = scope.deepCopy();
            each.set("item", all.get(i));
            each.put("index", i);
            Step one = Step.of(action.key() + "[" + i + "]", action.type().label(), now);
            steps.add(begun(one, input(action, each)));
        }
        return Optional.of(changed(RunStatus.RUNNING, null));
    }

    private JsonNode input(Action action, ObjectNode from) throws EvaluationException {
        Value value = action.input();
        JsonNode input =
                value == null
                        ? Json.object()
                        : value.of(from, run.createdAt(), run.id() + action.key());
        if (!input.isObject()) {
            throw new EvaluationException("Expected an object as the input.");
        }
        return input;
    }

    private Step begun(Step step, JsonNode input) throws EvaluationException {
        return step.begun(run.effectOf(step.key()), sealed(step.key(), input));
    }

    private String sealed(String key, JsonNode value) throws EvaluationException {
        String sealed =
                sealer.seal(run.workspace(), Step.purpose(run.id(), key), value.toString())
                        .orElseThrow(() ->
                                new EvaluationException(
                                        "The encryption key of the workspace was deleted."));
        if (run.sizeWith(steps) + sealed.length() > Run.SIZE_MAX) {
            throw new EvaluationException(key + " exceeds the maximum of 240 KiB for a run.");
        }
        return sealed;
    }

    private AdvanceRun changed(RunStatus status, @Nullable String reason) {
        return new AdvanceRun(
                run.workspace(),
                run.position(),
                status,
                reason == null ? null : shortened(reason),
                steps,
                dueAt);
    }

    private static String shortened(String text) {
        return text.length() <= REASON_LENGTH_MAX ? text : text.substring(0, REASON_LENGTH_MAX);
    }
}
