package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.schemas.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ShapeBoundsTest {

    private static final Instant AT = Instant.EPOCH;

    @Test
    void aTextIsBounded() throws Exception {
        assertThat(JsonataExpression.compile("'" + "😀".repeat(4_094) + "'").source())
                .hasSize(2 * 4_094 + 2);

        for (String source :
                new String[] {
                    " ",
                    "'" + "a".repeat(4_095) + "'",
                    "(".repeat(2_000) + "1" + ")".repeat(2_000),
                    "-".repeat(4_000) + "a",
                    "1" + " + 1".repeat(200),
                    "(".repeat(30) + "a" + " ?? b)".repeat(30),
                    "function($a)<" + "s?".repeat(30) + ":s>{1}",
                    "function($a)<s+:s>{1}",
                }) {
            assertThatThrownBy(() -> JsonataExpression.compile(source))
                    .as(source)
                    .isInstanceOf(InvalidExpressionException.class);
        }
    }

    @Test
    void aLargeInputCanBeUsedInParts() throws Exception {
        ObjectNode event = Json.object().put("id", "evt_1").put("text", "a".repeat(200_000));
        ArrayNode numbers = event.putArray("numbers");
        for (int i = 0; i < 200_000; i++) {
            numbers.add(i);
        }
        ArrayNode deep = event.putArray("deep");
        for (int i = 0; i < 300; i++) {
            deep = deep.addArray();
        }
        JsonNode input = Json.object().set("event", event);

        assertThat(JsonataExpression.compile("event.id").of(input, AT, "").asString())
                .isEqualTo("evt_1");
        assertThat(JsonataExpression.compile("$count(event.numbers)").of(input, AT, "").intValue())
                .isEqualTo(200_000);
        assertThat(
                        JsonataExpression.compile("$sum([1..100].$length($$.event.text)) / 100")
                                .of(input, AT, "")
                                .intValue())
                .isEqualTo(200_000);
        assertThatThrownBy(() -> JsonataExpression.compile("{'a': event}").of(input, AT, ""))
                .isInstanceOf(EvaluationException.class);
    }

    @Test
    void anEvaluationLeavesNothingForTheNext() throws Exception {
        JsonataExpression shape =
                JsonataExpression.compile("($seen := $exists($kept); $kept := 1; $seen)");

        assertThat(shape.of(Json.object(), AT, "").booleanValue()).isFalse();
        assertThat(shape.of(Json.object(), AT, "").booleanValue()).isFalse();
    }

    @Test
    void theInputIsNotChanged() throws Exception {
        String input = "{\"event\": {\"empty\": [], \"items\": [{\"n\": 1}]}}";
        JsonNode read = Json.mapper().readTree(input);

        JsonataExpression.compile("[event.empty{'a': 1}, event ~> |items|{'n': 0}|]")
                .of(read, AT, "");

        assertThat(read).isEqualTo(Json.mapper().readTree(input));
    }
}
