package io.postrider.api.automation;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.ApiRoute;
import io.postrider.api.http.ApiRoutes;
import io.postrider.api.http.Bound;
import io.postrider.api.http.Call;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Creation;
import io.postrider.api.http.Problem;
import io.postrider.api.http.ResourceApi;
import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointCommand.CreateEndpoint;
import io.postrider.domain.automation.EndpointCommand.DeleteEndpoint;
import io.postrider.domain.automation.EndpointCommand.RotateToken;
import io.postrider.domain.automation.EndpointCommand.UpdateEndpoint;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointPatch;
import io.postrider.runtime.secrets.SecretBox;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** The operations on publishing endpoints. */
final class EndpointRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/automation/endpoints";

    private static final int TOKEN_LENGTH = 32;

    private final ResourceApi<Endpoint> api;
    private final InboundEndpoints endpoints;
    private final SecretBox box;
    private final Bound bound;

    EndpointRoutes(
            ResourceApi<Endpoint> api, InboundEndpoints endpoints, SecretBox box, Bound bound) {
        this.api = api.matching();
        this.endpoints = endpoints;
        this.box = box;
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
                api.action("rotate-token", workspace -> new RotateToken(workspace, token())));
    }

    private Checked<Creation> creation(
            ApiRequest request, EndpointPatch wanted, String id, Instant now) {
        String workspace = request.workspace();
        Endpoint blank =
                new Endpoint(
                        id,
                        workspace,
                        "",
                        "",
                        EndpointAuth.URL_TOKEN,
                        true,
                        token(),
                        null,
                        null,
                        null,
                        null,
                        EndpointIntake.OPEN,
                        Map.of(),
                        now,
                        now);
        return sealed(workspace, id, wanted)
                .map(patch -> Creation.of(new CreateEndpoint(patch.applyTo(blank, now))))
                .orElseGet(() -> Checked.refused(Problem.secretsUnavailable()));
    }

    /** What a patch has to fit to is read here; If-Match holds it to that. */
    private Checked<EndpointPatch> patch(ApiRequest request) {
        return endpoints
                .find(request.workspace(), request.variable("id"))
                .<Checked<EndpointPatch>>map(
                        endpoint -> EndpointFields.update(request.fields(), endpoint))
                .orElseGet(() -> Checked.refused(Problem.notFound()));
    }

    private Mono<Answer> update(Call<EndpointPatch> call) {
        String workspace = call.workspace();
        return sealed(workspace, call.target().id(), call.body())
                .map(patch -> api.send(call, new UpdateEndpoint(workspace, patch)).map(api::shown))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Optional<EndpointPatch> sealed(String workspace, String id, EndpointPatch plain) {
        String secret = plain.secret();
        return secret == null
                ? Optional.of(plain)
                : box.seal(workspace, Endpoint.purpose(id), secret).map(plain::withSecret);
    }

    private String token() {
        return api.node().mint().secretBase62(TOKEN_LENGTH);
    }
}
