package io.postrider.identity.account;

import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.KeyUsageFields;
import io.postrider.identity.auth.KnownKey;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.KeyJson;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.Principal;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** The {@code /me} endpoint, which describes the caller. */
final class AccountRoutes implements ApiRoutes {

    private final KeyReplica keys;
    private final KeyUsageFields uses;

    AccountRoutes(KeyReplica keys, KeyUsageFields uses) {
        this.keys = keys;
        this.uses = uses;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.get("/api/v1/me").anyKey().to(this::me));
    }

    private Mono<ApiResponse> me(ApiRequest request) {
        Principal principal = request.principal();
        ObjectNode body = Json.object();
        body.put("object", "me");
        if (principal.isPerson()) {
            body.set("user", Json.object().put("id", principal.id()).put("object", "user"));
        } else {
            // The key has authenticated this request, and keys are never forgotten.
            KnownKey known = keys.byId(principal.id()).orElseThrow();
            body.set("key", uses.on(KeyJson.of(known.key(), known.version())));
        }
        if (!principal.workspace().isEmpty()) {
            body.set(
                    "workspace",
                    Json.object().put("id", principal.workspace()).put("object", "workspace"));
        }
        body.set("scopes", Json.texts(principal.scopes()));
        return Mono.just(ApiResponse.ok(body));
    }
}
