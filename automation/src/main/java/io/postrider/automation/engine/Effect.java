package io.postrider.automation.engine;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.Step;
import io.postrider.schemas.Cause;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An effect that a run requests.
 *
 * @param id the same however often it is asked for
 * @param key of the step
 * @param type of the action
 * @param input as ciphertext
 */
record Effect(
        String id,
        String ruleId,
        int ruleVersion,
        String key,
        String type,
        String input,
        Cause cause) {

    /** The effect of a step that has begun. */
    static Effect of(Run run, Step step) {
        return new Effect(
                Objects.requireNonNull(step.effectId()),
                run.ruleId(),
                run.ruleVersion(),
                step.key(),
                step.type(),
                Objects.requireNonNull(step.input()),
                Cause.of(run));
    }

    /** The effect in its queue, in the lane of its rule. */
    Delivery delivery(String workspace, Instant at) {
        ObjectNode body = Json.object();
        body.put("version", ruleVersion);
        body.put("key", key);
        body.put("input", input);
        body.put("event_id", cause.eventId());
        body.put("depth", cause.depth());
        return new Delivery(
                id, workspace, ruleId, cause.runId(), type, at, Json.bytes(body), false);
    }

    /** The effect of a delivery. */
    static Effect of(Delivery delivery) {
        JsonNode body = Json.mapper().readTree(delivery.body());
        return new Effect(
                delivery.id(),
                delivery.endpoint(),
                body.path("version").asInt(0),
                body.path("key").asString(""),
                delivery.eventType(),
                body.path("input").asString(""),
                new Cause(
                        body.path("event_id").asString(""),
                        delivery.eventId(),
                        body.path("depth").asInt(0)));
    }

    /** The purpose under which its input and its output are sealed. */
    String purpose() {
        return Step.purpose(cause.runId(), key);
    }
}
