package io.postrider.contract;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which codes an operation can be refused with, from the sets that it names and those that it adds. */
final class ProblemSets {

    private static final String SETS = "sets";

    private final JsonNode sets;

    ProblemSets(JsonNode sets) {
        this.sets = sets;
    }

    /** The codes by status. */
    SortedMap<String, SortedSet<String>> of(String operation, JsonNode named) {
        SortedMap<String, SortedSet<String>> codes = new TreeMap<>();
        for (JsonNode name : named.path(SETS)) {
            codesOf(operation, set(operation, name.stringValue()), codes);
        }
        codesOf(operation, named, codes);
        return codes;
    }

    private ObjectNode set(String operation, String name) {
        if (sets.get(name) instanceof ObjectNode set) {
            return set;
        }
        throw new IllegalStateException(operation + ": no set of problems " + name);
    }

    private static void codesOf(
            String operation, JsonNode named, SortedMap<String, SortedSet<String>> codes) {
        for (Map.Entry<String, JsonNode> status : named.properties()) {
            if (!status.getKey().equals(SETS)) {
                status.getValue()
                        .forEach(code ->
                                codes.computeIfAbsent(status.getKey(), _ -> new TreeSet<>())
                                        .add(known(operation, status.getKey(), code)));
            }
        }
    }

    private static String known(String operation, String status, JsonNode code) {
        String text = code.stringValue();
        boolean known =
                ProblemCode.of(text)
                        .filter(found -> found.comesWith(Integer.parseInt(status)))
                        .isPresent();
        if (!known) {
            throw new IllegalStateException(
                    "%s: no problem has the code %s and the status %s"
                            .formatted(operation, text, status));
        }
        return text;
    }
}
