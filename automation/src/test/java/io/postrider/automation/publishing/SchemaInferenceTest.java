package io.postrider.automation.publishing;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.expressions.DataSchema;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SchemaInferenceTest {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Test
    void mergedSchemasAllowAllTypesAndRequireCommonMembers() {
        List<ObjectNode> samples =
                Stream.of(
                                "{\"id\":\"A1\",\"total\":5,\"at\":\"now\",\"lines\":[]}",
                                "{\"id\":7,\"total\":5.5,\"lines\":[{\"sku\":\"a\"},null]}",
                                "{\"id\":null,\"total\":6,\"lines\":[{\"sku\":1,\"n\":2}]}")
                        .map(text -> (ObjectNode) Json.mapper().readTree(text))
                        .toList();

        ObjectNode schema = SchemaInference.of(samples, "order.paid");

        assertThat(schema)
                .isEqualTo(
                        Json.mapper()
                                .readTree(
                                        """
                                        {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"order.paid","type":"object",
                                         "properties":{
                                          "id":{"type":["integer","null","string"]},
                                          "total":{"type":"number"},
                                          "at":{"type":"string"},
                                          "lines":{"type":"array","items":{"type":["null","object"],
                                            "properties":{"sku":{"type":["integer","string"]},"n":{"type":"integer"}},
                                            "required":["sku"]}}},
                                         "required":["id","total","lines"]}
                                        """));
    }

    @Test
    void allSamplesFitTheSchemaThatWasMadeOfThem() throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<ObjectNode> samples =
                    IntStream.range(0, 1 + random.nextInt(5))
                            .mapToObj(_ -> object(random, 3))
                            .toList();

            DataSchema schema = DataSchema.compile(SchemaInference.of(samples, "a.b"));

            for (ObjectNode sample : samples) {
                assertThat(schema.objections(sample)).as("seed %d: %s", seed, sample).isEmpty();
            }
        }
    }

    @Test
    void aSchemaIsNotLongerThanAnEndpointTakes() {
        ObjectNode wide = Json.object();
        IntStream.range(0, 3_000).forEach(i -> wide.putObject("a" + i).put("b", i));

        ObjectNode schema = SchemaInference.of(List.of(wide), "a.b");

        assertThat(schema.toString().length()).isLessThan(32 << 10);
        assertThat(schema.path("type").asString()).isEqualTo("object");
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = Json.object();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.set("m" + random.nextInt(5), value(random, depth));
        }
        return object;
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.numberNode(random.nextLong());
            case 3 -> JSON.numberNode(random.nextDouble());
            case 4 -> JSON.stringNode("2026-11-02T09:30:00Z");
            case 5 -> JSON.stringNode("");
            case 6 -> object(random, depth - 1);
            default -> {
                ArrayNode array = Json.mapper().createArrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                yield array;
            }
        };
    }
}
