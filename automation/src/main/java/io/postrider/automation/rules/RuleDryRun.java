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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Evaluates a definition for an event without effects: each effect counts as successful, with an empty output. */
public final class RuleDryRun {

    private RuleDryRun() {}

    /**
     * The steps with their inputs.
     *
     * @param runId of the run that would be made
     * @param event as webhooks deliver it
     */
    public static ObjectNode of(
            RuleDefinition definition, String runId, ObjectNode event, Instant now) {
        ObjectNode node = Json.object().put("object", "rule_test");
        ArrayNode steps = Json.mapper().createArrayNode();
        Optional<String> objection = objection(definition, event);
        if (objection.isEmpty()) {
            Run run = Run.begun(runId, "", "", 0, "", "", "{}", 1, now);
            while (run.status() == RunStatus.RUNNING) {
                run = next(run, definition, event, now);
            }
            run.steps().forEach(step -> steps.add(json(step)));
            node.put("matches", true).put("reason", run.reason());
        } else {
            node.put("matches", false).put("reason", objection.get());
        }
        node.set("steps", steps);
        return node;
    }

    private static Optional<String> objection(RuleDefinition definition, ObjectNode event) {
        if (!definition.isFor(event.path("type").asString(""))) {
            return Optional.of("The rule has another event type as its trigger.");
        }
        CelExpression filter = definition.filter();
        try {
            return filter == null || filter.isTrue(Map.of("event", event))
                    ? Optional.empty()
                    : Optional.of("The filter is false.");
        } catch (EvaluationException e) {
            return Optional.of("filter: " + e.getMessage());
        }
    }

    private static Run next(Run run, RuleDefinition definition, JsonNode event, Instant now) {
        AdvanceRun change = RunStepper.of(run, definition, event, Sealer.PLAIN, now);
        List<Step> steps =
                change.steps().stream()
                        .map(step ->
                                step.status().isEnded()
                                        ? step
                                        : step.ended(StepStatus.SUCCEEDED, "{}", null, 0, now))
                        .toList();
        RunStatus status =
                change.status() == RunStatus.WAITING ? RunStatus.RUNNING : change.status();
        return run.with(status, change.reason(), steps, null, now);
    }

    private static ObjectNode json(Step step) {
        ObjectNode node = Json.object();
        node.put("key", step.key());
        node.put("type", step.type());
        node.put("status", step.status().label());
        node.set("input", tree(step.input()));
        node.put("error", step.error());
        return node;
    }

    private static @Nullable JsonNode tree(@Nullable String json) {
        return json == null ? null : Json.mapper().readTree(json);
    }
}
