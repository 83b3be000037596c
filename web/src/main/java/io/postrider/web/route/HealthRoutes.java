package io.postrider.web.route;

import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.server.Health;
import io.postrider.web.server.Readiness;
import java.util.List;
import reactor.core.publisher.Mono;

/** The liveness and readiness of this process, with the name of the part that is not ready and without its progress. */
public final class HealthRoutes implements ApiRoutes {

    private final Health health;

    public HealthRoutes(Health health) {
        this.health = health;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.get("/livez").open().to(this::live),
                ApiRoute.get("/readyz").open().to(this::ready));
    }

    private Mono<ApiResponse> live(ApiRequest request) {
        return Mono.just(
                health.alive()
                        ? ApiResponse.ok(Json.object().put("status", "ok"))
                        : ApiResponse.json(503, Json.object().put("status", "failed")));
    }

    private Mono<ApiResponse> ready(ApiRequest request) {
        Readiness now = health.ready();
        return Mono.just(
                now.ready()
                        ? ApiResponse.ok(now.status())
                        : ApiResponse.json(503, now.status()).with("Retry-After", "1"));
    }
}
