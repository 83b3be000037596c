package io.postrider.automation.publishing;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointCommand.CreateEndpoint;
import io.postrider.domain.automation.EndpointCommand.DeleteEndpoint;
import io.postrider.domain.automation.EndpointCommand.RotateToken;
import io.postrider.domain.automation.EndpointCommand.UpdateEndpoint;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointPatch;
import io.postrider.domain.automation.EndpointProof;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.Creation.ShownOnce;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.resource.ResourceLimit;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The operations on publishing endpoints. */
public final class EndpointRoutes implements ApiRoutes {

    public static final String PATH = "/api/v1/automation/endpoints";

    private static final int TOKEN_LENGTH = 32;

    private final ResourceApi<Endpoint> api;
    private final InboundEndpoints endpoints;
    private final SecretBox box;
    private final TokenHasher hasher;
    private final ResourceLimit bound;

    public EndpointRoutes(
            ResourceApi<Endpoint> api,
            InboundEndpoints endpoints,
            SecretBox box,
            TokenHasher hasher,
            ResourceLimit bound) {
        this.api = api.matching();
        this.endpoints = endpoints;
        this.box = box;
        this.hasher = hasher;
        this.bound = bound;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.create(
                        request -> EndpointFields.create(request.fields()), bound, this::creation),
                api.list("endpoints"),
                api.get("endpoint"),
                api.updateBy(this::patch, this::update),
                api.delete(DeleteEndpoint::new),
                api.actionBy(
                        "rotate-token",
                        request -> request.fields().checked(() -> request),
                        this::rotate));
    }

    private Validated<Creation> creation(
            ApiRequest request, EndpointPatch wanted, String id, Instant now) {
        String workspace = request.workspace();
        boolean isByToken = isByToken(wanted);
        String token = isByToken ? token() : "";
        Endpoint blank =
                new Endpoint(
                        id,
                        workspace,
                        "",
                        "",
                        EndpointAuth.URL_TOKEN,
                        true,
                        isByToken ? hasher.hash(token) : "",
                        null,
                        null,
                        null,
                        null,
                        EndpointIntake.OPEN,
                        Map.of(),
                        now,
                        now);
        return sealed(workspace, id, wanted)
                .map(patch ->
                        Creation.of(new CreateEndpoint(patch.applyTo(blank, now)), address(token)))
                .orElseGet(() -> Validated.refused(Problem.secretsUnavailable()));
    }

    /** The patch is validated against this state; If-Match ensures that it is the current one. */
    private Validated<EndpointPatch> patch(ApiRequest request) {
        return endpoints
                .find(request.workspace(), request.variable("id"))
                .<Validated<EndpointPatch>>map(
                        endpoint -> EndpointFields.update(request.fields(), endpoint))
                .orElseGet(() -> Validated.refused(Problem.notFound()));
    }

    private Mono<ApiResponse> update(ResourceCall<EndpointPatch> call) {
        String workspace = call.workspace();
        return sealed(workspace, call.target().id(), call.body())
                .map(patch -> api.send(call, new UpdateEndpoint(workspace, patch)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private static boolean isByToken(EndpointPatch wanted) {
        return wanted.auth() == EndpointAuth.URL_TOKEN
                || wanted.intake().otherProofs().stream()
                        .anyMatch(proof -> proof.auth() == EndpointAuth.URL_TOKEN);
    }

    /** The patch with its secrets as ciphertext; empty if nothing can be sealed now. */
    private Optional<EndpointPatch> sealed(String workspace, String id, EndpointPatch plain) {
        List<EndpointProof> others = new ArrayList<>();
        for (EndpointProof proof : plain.intake().otherProofs()) {
            Optional<String> secret = sealed(workspace, id, proof.secret());
            if (proof.secret() != null && secret.isEmpty()) {
                return Optional.empty();
            }
            others.add(proof.withSecret(secret.orElse(null)));
        }
        Optional<String> first = sealed(workspace, id, plain.secret());
        return plain.secret() != null && first.isEmpty()
                ? Optional.empty()
                : Optional.of(plain.withSecrets(first.orElse(null), others));
    }

    private Optional<String> sealed(String workspace, String id, @Nullable String plain) {
        return Optional.ofNullable(plain)
                .flatMap(secret -> box.seal(workspace, Endpoint.purpose(id), secret));
    }

    private Mono<ApiResponse> rotate(ResourceCall<ApiRequest> call) {
        String token = token();
        return api.send(call, new RotateToken(call.workspace(), hasher.hash(token)))
                .map(written -> api.shownWith(written, address(token)));
    }

    /** The address with its token, of which no other answer and no event has anything. */
    private static ShownOnce address(String token) {
        return (body, isReplayed) -> {
            if (isReplayed || token.isEmpty()) {
                return body.putNull("token");
            }
            String url = body.path("url").asString("");
            return body.put("token", token).put("url", url + "?token=" + token);
        };
    }

    private String token() {
        return api.node().mint().secretBase62(TOKEN_LENGTH);
    }
}
