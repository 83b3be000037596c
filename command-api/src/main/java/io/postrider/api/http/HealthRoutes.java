package io.postrider.api.http;

import io.postrider.schemas.json.Json;
import java.util.List;
import reactor.core.publisher.Mono;

/** Tells whether this process lives, and whether it is ready to serve; not how far which part of it is. */
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
        Readiness now = Readiness.of(checks);
        return Mono.just(
                now.ready()
                        ? Answer.ok(now.status())
                        : Answer.json(503, now.status()).with("Retry-After", "1"));
    }
}
