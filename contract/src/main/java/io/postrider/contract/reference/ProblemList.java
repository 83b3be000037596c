package io.postrider.contract.reference;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The codes of problems, each with what it means. */
final class ProblemList {

    private static final String CODES = "x-problem-codes";

    private ProblemList() {}

    /** A file of all that any operation can be refused with. */
    static String of(JsonNode root) {
        SortedMap<String, String> all = new TreeMap<>();
        root.findValues(CODES).forEach(codes -> collect(codes, all));
        StringBuilder out =
                new StringBuilder(
                        "# Codes of problems\n\nA refusal is `application/problem+json` (RFC 9457)."
                                + " Its `code` is one of these.\n\n");
        all.forEach((code, meaning) -> out.append(line(code, meaning)));
        return out.toString();
    }

    private static void collect(JsonNode codes, Map<String, String> all) {
        for (Map.Entry<String, JsonNode> entry : codes.properties()) {
            if (entry.getValue().isObject()) {
                collect(entry.getValue(), all);
            } else {
                all.put(entry.getKey(), entry.getValue().asString());
            }
        }
    }

    /** The codes of one answer; where they are sorted by status, with the status. */
    static String codes(JsonNode codes) {
        StringBuilder out = new StringBuilder();
        codes.properties()
                .forEach(entry ->
                        out.append(
                                entry.getValue().isObject()
                                        ? entry.getKey() + "\n\n" + codes(entry.getValue()) + "\n"
                                        : line(entry.getKey(), entry.getValue().asString())));
        return out.toString();
    }

    private static String line(String code, String meaning) {
        return "- `" + code + "`: " + meaning + "\n";
    }
}
