package io.postrider.contract;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What of the contract callers rely on: without words and examples, and without what they are refused with. */
final class Promises {

    private static final Set<String> WORDS =
            Set.of("description", "summary", "example", "examples", "tags", "license");

    private Promises() {}

    static ObjectNode of(ObjectNode contract) {
        ObjectNode promises = contract.deepCopy();
        promises.path("paths")
                .forEach(path -> path.forEach(operation -> withoutRefusals(promises, operation)));
        withoutWords(promises, false);
        return promises;
    }

    private static void withoutRefusals(ObjectNode promises, JsonNode operation) {
        if (operation.path("responses") instanceof ObjectNode responses) {
            List.copyOf(responses.properties()).stream()
                    .filter(response -> !response.getKey().equals("default"))
                    .filter(response -> isRefusal(promises, response.getValue()))
                    .forEach(response -> responses.remove(response.getKey()));
        }
    }

    private static boolean isRefusal(ObjectNode promises, JsonNode response) {
        String reference = response.path("$ref").asString("");
        return !reference.isEmpty() && promises.at(reference.substring(1)).has("x-problem-codes");
    }

    /** The same, of the paths and the types of events whose whole name matches. */
    static ObjectNode of(ObjectNode contract, String names) {
        ObjectNode promises = of(contract);
        for (String member : List.of("paths", "webhooks")) {
            ObjectNode kept = (ObjectNode) promises.path(member);
            List.copyOf(kept.propertyNames()).stream()
                    .filter(name -> !name.matches(names))
                    .forEach(kept::remove);
        }
        return promises;
    }

    /** @param names whether the members are user-defined names, and not words of OpenAPI */
    private static void withoutWords(JsonNode node, boolean names) {
        if (node instanceof ObjectNode object) {
            for (String name : List.copyOf(object.propertyNames())) {
                boolean word = WORDS.contains(name) || name.startsWith("x-");
                if (!names && word) {
                    object.remove(name);
                } else {
                    withoutWords(object.get(name), !names && isOfNames(name));
                }
            }
            // Every answer has to have one.
            if (!names && (object.has("content") || object.has("headers"))) {
                object.put("description", "");
            }
        } else {
            node.forEach(child -> withoutWords(child, false));
        }
    }

    private static boolean isOfNames(String member) {
        return Set.of("properties", "headers", "webhooks", "paths", "schemas", "parameters")
                .contains(member);
    }
}
