package io.postrider.standalone.doctor;

import io.postrider.schemas.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The results of all checks, as text or as JSON. */
record Report(List<Result> results) {

    Report {
        results = List.copyOf(results);
    }

    /** Whether no check failed. */
    boolean isOk() {
        return results.stream().noneMatch(result -> result.status() == Result.Status.FAIL);
    }

    /** One line for each result. */
    List<String> lines() {
        return results.stream()
                .map(result ->
                        "%-5s %-12s %s%s"
                                .formatted(
                                        result.status(),
                                        result.check(),
                                        result.detail(),
                                        result.advice().isEmpty() ? "" : " - " + result.advice()))
                .toList();
    }

    /** One object with the member {@code checks}. */
    ObjectNode json() {
        ObjectNode all = Json.object().put("ok", isOk());
        ArrayNode checks = all.putArray("checks");
        for (Result result : results) {
            ObjectNode shown =
                    checks.addObject()
                            .put("status", result.status().toString())
                            .put("check", result.check())
                            .put("detail", result.detail());
            if (!result.advice().isEmpty()) {
                shown.put("advice", result.advice());
            }
        }
        return all;
    }
}
