package io.postrider.contract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.openapitools.openapidiff.core.OpenApiCompare;
import org.openapitools.openapidiff.core.model.ChangedOpenApi;
import org.openapitools.openapidiff.core.model.ChangedOperation;
import tools.jackson.databind.JsonNode;

/**
 * What of a new contract breaks callers of an old one: what openapi-diff finds, and what it does not look at in documents
 * of OpenAPI 3.1, namely types and constants of schemas, null among them, scopes, and webhooks.
 */
final class Breakage {

    private static final String REFERENCE = "$ref";

    private final JsonNode before;
    private final JsonNode after;
    private final List<String> found = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    private Breakage(JsonNode before, JsonNode after) {
        this.before = before;
        this.after = after;
    }

    static List<String> between(JsonNode before, JsonNode after) {
        Breakage breakage = new Breakage(before, after);
        breakage.found.addAll(byLibrary(before, after));
        breakage.operations("paths", false);
        breakage.operations("webhooks", true);
        return breakage.found.stream().distinct().toList();
    }

    private static List<String> byLibrary(JsonNode before, JsonNode after) {
        ChangedOpenApi changes = OpenApiCompare.fromContents(before.toString(), after.toString());
        List<String> broken = new ArrayList<>();
        changes.getMissingEndpoints()
                .forEach(missing ->
                        broken.add(missing.getMethod() + " " + missing.getPathUrl() + " is gone"));
        for (ChangedOperation changed : changes.getChangedOperations()) {
            if (changed.isIncompatible()) {
                broken.add(
                        changed.getHttpMethod()
                                + " "
                                + changed.getPathUrl()
                                + " takes or answers less");
            }
        }
        if (changes.isIncompatible() && broken.isEmpty()) {
            broken.add("something that all operations share takes or answers less");
        }
        return broken;
    }

    /** @param sent whether the service sends the bodies of requests, instead of taking them */
    private void operations(String kind, boolean sent) {
        for (Map.Entry<String, JsonNode> path : before.path(kind).properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                String name = operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                JsonNode now = after.path(kind).path(path.getKey()).path(operation.getKey());
                if (now.isMissingNode()) {
                    found.add(name + " is gone");
                } else {
                    operation(name, operation.getValue(), now, sent);
                }
            }
        }
    }

    private void operation(String name, JsonNode old, JsonNode now, boolean sent) {
        if (!now.path("security").isEmpty() && !old.path("security").equals(now.path("security"))) {
            found.add(name + " asks for another scope");
        }
        parameters(name, old, now);
        contents(name, old.path("requestBody"), now.path("requestBody"), sent);
        old.path("responses")
                .properties()
                .forEach(response ->
                        contents(
                                name + " " + response.getKey(),
                                resolved(before, response.getValue()),
                                resolved(after, now.path("responses").path(response.getKey())),
                                true));
    }

    private void parameters(String name, JsonNode old, JsonNode now) {
        for (JsonNode reference : old.path("parameters")) {
            JsonNode parameter = resolved(before, reference);
            now.path("parameters")
                    .valueStream()
                    .map(candidate -> resolved(after, candidate))
                    .filter(candidate -> candidate.path("name").equals(parameter.path("name")))
                    .filter(candidate -> candidate.path("in").equals(parameter.path("in")))
                    .forEach(candidate ->
                            schema(
                                    name + " " + parameter.path("name").asString(""),
                                    parameter.path("schema"),
                                    candidate.path("schema"),
                                    false));
        }
    }

    private void contents(String name, JsonNode old, JsonNode now, boolean sent) {
        old.path("content")
                .properties()
                .forEach(medium ->
                        schema(
                                name,
                                medium.getValue().path("schema"),
                                now.path("content").path(medium.getKey()).path("schema"),
                                sent));
    }

    private void schema(String name, JsonNode oldReference, JsonNode nowReference, boolean sent) {
        JsonNode old = resolved(before, oldReference);
        JsonNode now = resolved(after, nowReference);
        boolean shared = oldReference.has(REFERENCE);
        if (now.isMissingNode()
                || (shared && !seen.add(sent + oldReference.toString() + nowReference))) {
            return;
        }
        types(name, old, now, sent);
        if (old.has("const") && !old.path("const").equals(now.path("const"))) {
            found.add(name + " is another constant");
        }
        for (Map.Entry<String, JsonNode> property : old.path("properties").properties()) {
            JsonNode kept = now.path("properties").path(property.getKey());
            String place = name + "/" + property.getKey();
            if (kept.isMissingNode()) {
                found.add(place + " is gone");
            }
            schema(place, property.getValue(), kept, sent);
        }
        schema(name + "/[]", old.path("items"), now.path("items"), sent);
        schema(
                name + "/*",
                old.path("additionalProperties"),
                now.path("additionalProperties"),
                sent);
        for (int i = 0; i < old.path("allOf").size(); i++) {
            schema(name, old.path("allOf").get(i), now.path("allOf").path(i), sent);
        }
    }

    /** What is sent may become fewer types, and what is taken may become more. */
    private void types(String name, JsonNode old, JsonNode now, boolean sent) {
        Set<String> wide = types(sent ? old : now);
        Set<String> narrow = types(sent ? now : old);
        if (!wide.isEmpty() && (narrow.isEmpty() || !wide.containsAll(narrow))) {
            found.add(name + " is of type " + types(now) + " instead of " + types(old));
        }
    }

    private static Set<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        Set<String> types = new TreeSet<>();
        if (type.isString()) {
            types.add(type.stringValue());
        }
        type.forEach(one -> types.add(one.asString("")));
        if (types.contains("number")) {
            types.add("integer");
        }
        return types;
    }

    private static JsonNode resolved(JsonNode document, JsonNode node) {
        JsonNode found = node;
        while (found.path(REFERENCE).isString()) {
            found = document.at(found.path(REFERENCE).stringValue().substring(1));
        }
        return found;
    }
}
