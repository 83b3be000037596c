package io.postrider.api;

import io.postrider.schemas.json.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Values that others may send in place of any other one. */
public final class OddValues {

    private static final String MARK = "\"\\u0001mark\"";

    /** As JSON. */
    private static final List<String> ODD =
            List.of(
                    "null",
                    "true",
                    "-1",
                    "1.5",
                    "99999999999",
                    "9223372036854775808",
                    "1e400",
                    "-0.0",
                    "\"\"",
                    "\"abc\"",
                    "\"31556889864403199\"",
                    "\"+1000000-01-01T00:00:00Z\"",
                    "\"-0001-01-01T00:00:00Z\"",
                    "\"9999-12-31T23:59:59.999+00:01\"",
                    "\"\\ud800\"",
                    "\"\\u0000\"",
                    "\"" + "x".repeat(70_000) + "\"",
                    "{}",
                    "[{\"a\":[]}]",
                    "[".repeat(900) + "]".repeat(900));

    private OddValues() {}

    /** The JSON with each of its values, the whole among them, replaced by each odd one. */
    public static List<String> in(String sample) {
        List<String> pointers = new ArrayList<>(List.of(""));
        JsonNode whole = Json.mapper().readTree(sample);
        pointers("", whole, pointers);
        return pointers.stream()
                .map(pointer -> marked(whole, pointer))
                .flatMap(marked -> ODD.stream().map(odd -> marked.replace(MARK, odd)))
                .toList();
    }

    private static void pointers(String at, JsonNode node, List<String> found) {
        if (node.isObject()) {
            node.properties()
                    .forEach(member -> {
                        found.add(at + "/" + member.getKey());
                        pointers(at + "/" + member.getKey(), member.getValue(), found);
                    });
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            found.add(at + "/" + i);
            pointers(at + "/" + i, node.get(i), found);
        }
    }

    private static String marked(JsonNode whole, String pointer) {
        if (pointer.isEmpty()) {
            return MARK;
        }
        int last = pointer.lastIndexOf('/');
        JsonNode copy = whole.deepCopy();
        JsonNode parent = copy.at(pointer.substring(0, last));
        String name = pointer.substring(last + 1);
        JsonNode mark = Json.mapper().readTree(MARK);
        if (parent instanceof ObjectNode object) {
            object.set(name, mark);
        } else if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(name), mark);
        }
        return copy.toString();
    }
}
