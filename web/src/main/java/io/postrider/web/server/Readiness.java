package io.postrider.web.server;

import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The readiness of a process, and of each of its checks.
 *
 * @param status {@code status}, and {@code part} with the name of the first check that is not ready: public
 * @param body {@code status} and {@code checks} with name, ready and detail: for operators
 */
public record Readiness(boolean ready, ObjectNode status, ObjectNode body) {

    /** Asks every check now. */
    public static Readiness of(List<? extends ReadinessCheck> checks) {
        List<ReadinessCheck.State> states = checks.stream().map(ReadinessCheck::state).toList();
        Optional<String> part =
                states.stream()
                        .filter(state -> !state.ready())
                        .map(ReadinessCheck.State::name)
                        .findFirst();
        boolean ready = part.isEmpty();
        ObjectNode body = status(ready);
        ArrayNode shown = body.putArray("checks");
        for (ReadinessCheck.State state : states) {
            shown.addObject()
                    .put("name", state.name())
                    .put("ready", state.ready())
                    .put("detail", state.detail());
        }
        ObjectNode status = status(ready);
        part.ifPresent(name -> status.put("part", name));
        return new Readiness(ready, status, body);
    }

    private static ObjectNode status(boolean ready) {
        return Json.object().put("status", ready ? "ready" : "not_ready");
    }
}
