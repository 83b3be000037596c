package io.postrider.api.http;

import io.postrider.schemas.json.Json;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tells whether this process lives, and whether it is ready to serve. */
public final class HealthRoutes implements ApiRoutes {

    private final List<ReadinessCheck> checks;

    public HealthRoutes(List<? extends ReadinessCheck> checks) {
        this.checks = List.copyOf(checks);
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get("/livez").open().to(this::live),
                ApiRoute.get("/readyz").open().to(this::ready));
    }

    private Mono<Answer> live(ApiRequest request) {
        return Mono.just(Answer.ok(Json.object().put("status", "ok")));
    }

    private Mono<Answer> ready(ApiRequest request) {
        ObjectNode body = Json.object();
        List<ReadinessCheck.State> states = checks.stream().map(ReadinessCheck::state).toList();
        boolean ready = states.stream().allMatch(ReadinessCheck.State::ready);
        body.put("status", ready ? "ready" : "not_ready");
        ArrayNode shown = body.putArray("checks");
        for (ReadinessCheck.State state : states) {
            shown.addObject()
                    .put("name", state.name())
                    .put("ready", state.ready())
                    .put("detail", state.detail());
        }
        return Mono.just(ready ? Answer.ok(body) : Answer.json(503, body).with("Retry-After", "1"));
    }
}
