package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class HostileExpressionsTest {

    private static final int TEXTS = 500;
    private static final long SEED = 42;
    // Far more than the slowest takes: what this finds does not end at all.
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final ObjectNode EVENT = event();
    private static final JsonNode INPUT = Json.object().set("event", EVENT);

    private long slowest;
    private String slowestText = "";
    private int evaluated;

    @Test
    void everyConditionEnds() {
        HostileTexts texts = new HostileConditions(SEED);
        for (int i = 0; i < TEXTS; i++) {
            String text = texts.next(i);
            run(text, () -> evaluateCondition(text));
        }
        report("conditions");
    }

    @Test
    void everyShapeEnds() {
        HostileTexts texts = new HostileShapes(SEED);
        for (int i = 0; i < TEXTS; i++) {
            String text = texts.next(i);
            run(text, () -> evaluateShape(text));
        }
        report("shapes");
    }

    private void evaluateCondition(String text) {
        try {
            CelExpression condition = CelExpression.compile(text, Set.of("event"));
            evaluated++;
            assertThat(condition.clauses()).isNotEmpty();
            assertThat(condition.isTrue(Map.of("event", EVENT))).isIn(true, false);
        } catch (InvalidExpressionException | EvaluationException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        }
    }

    private void evaluateShape(String text) {
        try {
            JsonataExpression shape = JsonataExpression.compile(text);
            evaluated++;
            JsonNode result = shape.of(INPUT, Instant.EPOCH, "seed");
            assertThat(Json.mapper().writeValueAsBytes(result)).hasSizeLessThanOrEqualTo(262_144);
        } catch (InvalidExpressionException | EvaluationException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        }
    }

    private void run(String text, Runnable work) {
        long start = System.nanoTime();
        assertTimeoutPreemptively(PATIENCE, work::run, () -> "does not end: " + text);
        long took = System.nanoTime() - start;
        if (took > slowest) {
            slowest = took;
            slowestText = text;
        }
    }

    private void report(String kind) {
        // Otherwise the texts would only try the parsers.
        assertThat(evaluated).isGreaterThan(TEXTS / 4);
        System.out.printf(
                "%d of %d %s were evaluated, the slowest took %d ms: %.100s%n",
                evaluated, TEXTS, kind, slowest / 1_000_000, slowestText);
    }

    private static ObjectNode event() {
        ObjectNode event = Json.object();
        event.put("yes", true)
                .putNull("none")
                .put("text", "text")
                .put("long", "a".repeat(100_000))
                .put("almost", "a".repeat(40_000) + "b")
                .put("digits", "1".repeat(50_000))
                .put("hours", "1h".repeat(25_000))
                .put("regex", "(a|a)*");
        ArrayNode list = event.putArray("list");
        for (int i = 0; i < 3_000; i++) {
            list.add(i);
        }
        ArrayNode lists = event.putArray("lists");
        for (int i = 0; i < 4_000; i++) {
            lists.add(JsonNodeFactory.instance.arrayNode().add(i).add(i));
        }
        collide(event.putObject("collisions"), event.putArray("pairs"));
        ArrayNode deep = event.putArray("deep");
        for (int i = 0; i < 400; i++) {
            deep = deep.addArray();
        }
        return event;
    }

    /** Keys, and arrays of them, that all have the same hash code. */
    private static void collide(ObjectNode collisions, ArrayNode pairs) {
        for (int i = 0; i < 4_096; i++) {
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 12; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            collisions.put(key.toString(), 1);
            pairs.add(JsonNodeFactory.instance.arrayNode().add(key.toString()));
        }
    }
}
