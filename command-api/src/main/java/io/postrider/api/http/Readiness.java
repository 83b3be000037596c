package io.postrider.api.http;

import io.postrider.schemas.json.Json;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether a process can serve, and each thing that this depends on.
 *
 * @param body {@code status} and {@code checks} of name, ready and detail: for operators, not for the public
 */
public record Readiness(boolean ready, ObjectNode body) {

    /** {@code status} alone. */
    ObjectNode status() {
        return status(ready);
    }

    /** Asks every check now. */
    public static Readiness of(List<? extends ReadinessCheck> checks) {
        List<ReadinessCheck.State> states = checks.stream().map(ReadinessCheck::state).toList();
        boolean ready = states.stream().allMatch(ReadinessCheck.State::ready);
        ObjectNode body = status(ready);
        ArrayNode shown = body.putArray("checks");
        for (ReadinessCheck.State state : states) {
            shown.addObject()
                    .put("name", state.name())
                    .put("ready", state.ready())
                    .put("detail", state.detail());
        }
        return new Readiness(ready, body);
    }

    private static ObjectNode status(boolean ready) {
        return Json.object().put("status", ready ? "ready" : "not_ready");
    }
}
