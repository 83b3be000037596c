package io.postrider.expressions;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A small schema and small data cannot take more than a bounded number of steps together. */
class SchemaBombsTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int LEVELS = 24;
    private static final String TEXT = "{\"a\":\"x\"}";

    /** What one level says of the next one, which it names twice. */
    private static final Map<String, String> LEVEL =
            new TreeMap<>(
                    Map.of(
                            "allOf", "{'allOf':[NEXT,NEXT]}",
                            "anyOf", "{'anyOf':[NEXT,NEXT]}",
                            "oneOf", "{'oneOf':[NEXT,NEXT]}",
                            "not", "{'not':{'allOf':[{'not':NEXT},{'not':NEXT}]}}",
                            "if", "{'if':NEXT,'then':NEXT,'else':NEXT}",
                            "dependentSchemas", "{'dependentSchemas':{'a':{'anyOf':[NEXT,NEXT]}}}",
                            "unevaluatedProperties",
                                    "{'allOf':[NEXT,NEXT],'unevaluatedProperties':true}",
                            "$dynamicRef", "{'$dynamicAnchor':'HERE','anyOf':[DYNAMIC,DYNAMIC]}",
                            "propertyNames",
                                    "{'anyOf':[NEXT,NEXT],'propertyNames':{'minLength':9}}"));

    static Stream<Arguments> bombs() {
        return LEVEL.entrySet().stream()
                .map(level -> Arguments.of(level.getKey(), bomb(level.getValue())));
    }

    private static String bomb(String level) {
        StringBuilder defs = new StringBuilder();
        for (int i = 0; i < LEVELS; i++) {
            defs.append("'d")
                    .append(i)
                    .append("':")
                    .append(
                            level.replace("NEXT", "{'$ref':'#/$defs/d" + (i + 1) + "'}")
                                    .replace("DYNAMIC", "{'$dynamicRef':'#d" + (i + 1) + "'}")
                                    .replace("HERE", "d" + i))
                    .append(',');
        }
        String end = "{'$dynamicAnchor':'d%d','type':'integer'}".formatted(LEVELS);
        return "{'$defs':{%s'd%d':%s},'$ref':'#/$defs/d0'}"
                .formatted(defs, LEVELS, end)
                .replace('\'', '"');
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bombs")
    void aSchemaThatDoublesAtEachLevelEnds(String name, String schema)
            throws InvalidSchemaException {
        assertThat(objections(name, schema, JSON.readTree(TEXT)))
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.code()).isEqualTo("invalid_schema");
                    assertThat(fault.detail()).containsAnyOf("50,000 steps", "100 milliseconds");
                });
    }

    /** A schema that evaluates a keyword for each of many entries. */
    static Stream<Arguments> repeated() {
        String colliding = colliding(500).toString();
        return Stream.of(
                Arguments.of("uniqueItems", "{'items':{'uniqueItems':true}}", colliding),
                Arguments.of("enum", "{'items':{'items':{'enum':" + colliding + "}}}", colliding),
                Arguments.of(
                        "contains",
                        "{'items':{'contains':{'contains':{'type':'integer'}}}}",
                        colliding),
                Arguments.of("const", "{'items':{'const':" + colliding + "}}", colliding),
                Arguments.of(
                        "unevaluatedItems",
                        "{'items':{'unevaluatedItems':false,'items':{'type':'string'}}}",
                        colliding));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("repeated")
    void aKeywordThatIsEvaluatedForManyEntriesEnds(String name, String schema, String entries)
            throws InvalidSchemaException {
        ArrayNode data = JSON.createArrayNode();
        for (int i = 0; i < 10; i++) {
            data.add(JSON.readTree(entries));
        }

        var _ = objections(name, schema.replace('\'', '"'), data);
    }

    @Test
    void moreThanFiveHundredEntriesAreNotComparedWithEachOther() throws InvalidSchemaException {
        assertThat(objections("many", "{\"uniqueItems\":true}", colliding(501)))
                .extracting(DataFault::detail)
                .containsExactly(
                        "The schema cannot be used: uniqueItems compares at most 500 entries.");
        assertThat(objections("few", "{\"uniqueItems\":true}", colliding(500))).isEmpty();
    }

    /** Prints what it takes. */
    private static List<DataFault> objections(String name, String schema, JsonNode data)
            throws InvalidSchemaException {
        DataSchema compiled = DataSchema.compile((ObjectNode) JSON.readTree(schema));
        long before = THREADS.getCurrentThreadCpuTime();
        List<DataFault> found = compiled.objections(data);
        long millis = (THREADS.getCurrentThreadCpuTime() - before) / 1_000_000;
        System.out.printf("%s: a schema of %d characters, %d ms%n", name, schema.length(), millis);
        return found;
    }

    /** Texts of the same hash. */
    private static ArrayNode colliding(int count) {
        ArrayNode texts = JSON.createArrayNode();
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int bit = 0; bit < 13; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            texts.add(text.toString());
        }
        return texts;
    }

    @Test
    void aLargeOrderFits() throws InvalidSchemaException {
        ObjectNode order = JSON.createObjectNode();
        ArrayNode lines = order.putArray("lines");
        for (int i = 0; i < 2_000; i++) {
            lines.addObject().put("sku", "sku-" + i).put("count", i).put("price", "9.90");
        }
        DataSchema schema =
                DataSchema.compile(
                        (ObjectNode)
                                JSON.readTree(
                                        """
                                        {"type":"object","properties":{"lines":{"type":"array","items":{"type":"object",
                                        "required":["sku","count"],"properties":{"sku":{"type":"string","maxLength":40},
                                        "count":{"type":"integer","minimum":0},"price":{"type":"string"}}}}}}
                                        """));

        assertThat(schema.objections(order)).isEmpty();
    }
}
