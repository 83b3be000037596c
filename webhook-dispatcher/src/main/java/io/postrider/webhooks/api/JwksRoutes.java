package io.postrider.webhooks.api;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.SigningKey;
import io.postrider.platform.hashes.Sha256;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import io.postrider.web.route.IdParameters;
import io.postrider.webhooks.endpoints.EndpointSecrets;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * The public keys of webhooks as a JSON Web Key Set (RFC 7517, RFC 8037). A set is of one workspace: a receiver that trusted the
 * keys of all would accept events that another tenant has signed.
 */
final class JwksRoutes implements ApiRoutes {

    static final String PATH = "/.well-known/jwks.json";

    private static final String WORKSPACE = "workspace";
    private static final Base64.Encoder BASE_64_URL = Base64.getUrlEncoder().withoutPadding();

    private final WebhookReplica webhooks;
    private final InstantSource clock;

    JwksRoutes(WebhookReplica webhooks, InstantSource clock) {
        this.webhooks = webhooks;
        this.clock = clock;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(ApiRoute.get(PATH).open().taking(WORKSPACE).to(this::keys));
    }

    private Mono<ApiResponse> keys(ApiRequest request) {
        return IdParameters.checked(request, WORKSPACE, IdKind.WS)
                .answer(checked -> Mono.just(set(checked.parameter(WORKSPACE).orElse(""))));
    }

    private ApiResponse set(String workspace) {
        ObjectNode set = Json.object();
        set.putArray("keys")
                .addAll(
                        webhooks.ofWorkspace(workspace).stream()
                                .map(this::keys)
                                .flatMap(List::stream)
                                .map(JwksRoutes::jwk)
                                .toList());
        return ApiResponse.ok(set).with("Cache-Control", "public, max-age=300");
    }

    private List<SigningKey> keys(WebhookEndpoint webhook) {
        return EndpointSecrets.signingKeys(webhook, clock.instant());
    }

    private static ObjectNode jwk(SigningKey key) {
        byte[] raw = Base64.getDecoder().decode(key.publicKey().substring("whpk_".length()));
        String x = BASE_64_URL.encodeToString(raw);
        ObjectNode jwk = Json.object().put("kty", "OKP").put("crv", "Ed25519").put("x", x);
        return jwk.put("kid", thumbprint(x)).put("use", "sig").put("alg", "EdDSA");
    }

    /** RFC 7638. */
    private static String thumbprint(String x) {
        String members = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
        return BASE_64_URL.encodeToString(Sha256.of(members.getBytes(StandardCharsets.US_ASCII)));
    }
}
