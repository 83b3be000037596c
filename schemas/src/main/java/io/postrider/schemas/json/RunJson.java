package io.postrider.schemas.json;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunTry;
import io.postrider.domain.runs.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A run as JSON, with its event, inputs and outputs as far as the key of its workspace exists. */
public final class RunJson {

    private RunJson() {}

    /** The run. */
    public static ObjectNode of(Run run, long version, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("id", run.id());
        node.put("object", "run");
        node.put("rule_id", run.ruleId());
        node.put("rule_version", run.ruleVersion());
        node.put("event_id", run.eventId());
        node.put("event_type", run.eventType());
        node.put("status", run.status().label());
        node.put("reason", run.reason());
        node.put("depth", run.depth());
        node.set("event", opened(run, Run.purpose(run.id()), run.event(), rendering));
        addSteps(node, run, run.steps(), rendering);
        ArrayNode history = node.putArray("history");
        run.history().forEach(each -> history.add(of(run, each, rendering)));
        node.put("due_at", Json.time(run.dueAt()));
        node.put("version", version);
        node.put("created_at", Json.time(run.createdAt()));
        node.put("updated_at", Json.time(run.updatedAt()));
        node.put("ended_at", Json.time(run.endedAt()));
        return node;
    }

    private static ObjectNode of(Run run, RunTry each, Rendering rendering) {
        ObjectNode node = Json.object();
        node.put("number", each.number() + 1);
        node.put("rule_version", each.ruleVersion());
        node.put("status", each.status().label());
        node.put("reason", each.reason());
        addSteps(node, run, each.steps(), rendering);
        node.put("ended_at", Json.time(each.endedAt()));
        return node;
    }

    private static void addSteps(ObjectNode to, Run run, List<Step> all, Rendering rendering) {
        ArrayNode steps = to.putArray("steps");
        all.forEach(step -> steps.add(step(run, step, rendering)));
    }

    private static ObjectNode step(Run run, Step step, Rendering rendering) {
        String purpose = Step.purpose(run.id(), step.key());
        ObjectNode node = Json.object();
        node.put("key", step.key());
        node.put("type", step.type());
        node.put("status", step.status().label());
        node.put("effect_id", step.effectId());
        node.set("input", input(run, step, rendering));
        node.set("output", opened(run, purpose, step.output(), rendering));
        node.put("error", step.error());
        node.put("attempts", step.attempts());
        node.put("next_attempt_at", Json.time(step.nextAttemptAt()));
        node.put("started_at", Json.time(step.startedAt()));
        node.put("ended_at", Json.time(step.endedAt()));
        return node;
    }

    private static @Nullable JsonNode input(Run run, Step step, Rendering rendering) {
        JsonNode input = opened(run, Step.purpose(run.id(), step.key()), step.input(), rendering);
        return step.type().equals(TypedSecrets.ACTION) && input instanceof ObjectNode with
                ? new TypedSecrets(run.workspace(), run.ruleId(), rendering.opener())
                        .shownInput(with)
                : input;
    }

    private static @Nullable JsonNode opened(
            Run run, String purpose, @Nullable String sealed, Rendering rendering) {
        return sealed == null
                ? null
                : rendering
                        .opener()
                        .open(run.workspace(), purpose, sealed)
                        .map(text -> Json.mapper().readTree(text))
                        .orElse(null);
    }
}
