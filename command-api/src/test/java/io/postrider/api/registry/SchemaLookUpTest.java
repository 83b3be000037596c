package io.postrider.api.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text that is no schema is the caller's mistake, whatever Avro's parser makes of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaLookUpTest {

    private static final String SUBJECT = "/subjects/postrider.clicks.v1-value";
    private static final int RANDOM_SCHEMAS = 500;
    private static final int DEEPEST = 6;

    @AutoClose private final TestApi api = new TestApi();

    @ParameterizedTest
    @ValueSource(
            strings = {
                """
                {"type":"record","name":"A","fields":[
                  {"name":"f","type":"int"},{"name":"f","type":"int"}]}\
                """,
                """
                [["int"],"null"]\
                """,
                """
                ["int","int"]\
                """,
                """
                {"type":"enum","name":"E","symbols":["A","A"]}\
                """,
                """
                {"type":"fixed","name":"F","size":-1}\
                """,
                """
                {"type":"record","name":"A","fields":[{"name":"f","type":"int","default":"x"}]}\
                """,
                """
                {"type":"record","name":"a b","fields":[]}\
                """,
                """
                {"type":{"type":7}}\
                """,
                """
                {"type":"bytes","logicalType":"decimal","precision":-1}\
                """,
                "7",
                "null",
                "nonsense"
            })
    void aTextThatIsNoSchemaIsNotFound(String text) {
        refused(text);
    }

    @Test
    void aDeeplyNestedSchemaIsNotFound() {
        for (int depth : List.of(64, 900, 20_000)) {
            refused("{\"type\":\"array\",\"items\":".repeat(Math.min(depth, 5_000)) + "\"int\"");
            refused(
                    "{\"type\":\"array\",\"items\":".repeat(Math.min(depth, 5_000))
                            + "\"int\""
                            + "}".repeat(Math.min(depth, 5_000)));
            refused("[".repeat(depth) + "]".repeat(depth));
        }
    }

    @Test
    void noRandomSchemaIsAnErrorOfTheService() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < RANDOM_SCHEMAS; i++) {
            String text = schema(random, 0);
            Response told = lookUp(text);
            assertThat(told.status()).as("seed %d: %s", seed, text).isBetween(400, 499);
        }
    }

    private static String schema(Random random, int depth) {
        int kinds = depth == DEEPEST ? 4 : 10;
        return switch (random.nextInt(kinds)) {
            case 0 -> pick(random, "\"int\"", "\"null\"", "\"string\"", "\"no\"", "\"A\"");
            case 1 -> pick(random, "7", "null", "true", "{}", "[]", "\"\"");
            case 2 -> "{\"type\":\"enum\",\"name\":" + name(random) + ",\"symbols\":[\"A\",\"A\"]}";
            case 3 -> "{\"type\":\"fixed\",\"name\":" + name(random) + ",\"size\":-1}";
            case 4, 5 -> "[" + schema(random, depth + 1) + "," + schema(random, depth + 1) + "]";
            case 6 -> "{\"type\":" + schema(random, depth + 1) + "}";
            case 7 -> "{\"type\":\"map\",\"values\":" + schema(random, depth + 1) + "}";
            default ->
                    "{\"type\":\"record\",\"name\":"
                            + name(random)
                            + ",\"aliases\":"
                            + pick(random, "[]", "[\"A\"]", "7")
                            + ",\"fields\":[{\"name\":\"f\",\"type\":"
                            + schema(random, depth + 1)
                            + ",\"default\":"
                            + pick(random, "null", "7", "\"x\"")
                            + "},{\"name\":"
                            + pick(random, "\"f\"", "\"g\"", "7")
                            + ",\"type\":"
                            + schema(random, depth + 1)
                            + "}]}";
        };
    }

    private static String name(Random random) {
        return pick(random, "\"A\"", "\"B\"", "\"a.b\"", "\"\"", "7");
    }

    private static String pick(Random random, String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private void refused(String text) {
        Response told = lookUp(text);
        String shown = text.length() > 200 ? text.length() + " characters" : text;
        assertThat(told.status()).as(shown).isEqualTo(404);
        assertThat(told.code()).as(shown).isEqualTo("not_found");
    }

    private Response lookUp(String text) {
        return api.anonymous().post(SUBJECT, Json.object().put("schema", text).toString());
    }
}
