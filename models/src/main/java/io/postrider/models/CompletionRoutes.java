package io.postrider.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.schemas.Context;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.Queries;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.http.MediaType;
import reactor.core.publisher.Mono;

/** The completion endpoint in OpenAI's format. */
final class CompletionRoutes implements ApiRoutes {

    /** The path after a connection's base URL. */
    static final String UPSTREAM_PATH = "/chat/completions";

    private static final String PATH = "/api/v1/chat/completions";
    private static final int BODY_BYTES_MAX = 2 << 20;

    private final IdempotentCompletions repeats;
    private final Queries queries;
    private final ModelReplica table;
    private final Echo echo;
    private final ConnectionSecrets secrets;
    private final TargetPolicy targets;
    private final Providers providers;
    private final ModelSettings settings;

    CompletionRoutes(
            IdempotentCompletions repeats,
            Queries queries,
            ModelReplica table,
            Echo echo,
            ConnectionSecrets secrets,
            TargetPolicy targets,
            Providers providers,
            ModelSettings settings) {
        this.repeats = repeats;
        this.queries = queries;
        this.table = table;
        this.echo = echo;
        this.secrets = secrets;
        this.targets = targets;
        this.providers = providers;
        this.settings = settings;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                ApiRoute.post(PATH)
                        .scope("models:invoke")
                        .upTo(BODY_BYTES_MAX)
                        .producing(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM)
                        .to(this::complete));
    }

    /** A waiting request takes its share of the budget first, and holds no more than that. */
    private Mono<ApiResponse> complete(ApiRequest request) {
        return BufferedRequest.of(request)
                .answer(kept ->
                        repeats.once(
                                request,
                                kept.size(),
                                taken ->
                                        queries.inMemory(
                                                request,
                                                Context.MODELS,
                                                () -> onItsThreads(kept, taken))));
    }

    /** Not on the thread on which the write arrives, which all waiting requests share. */
    private Mono<ApiResponse> onItsThreads(BufferedRequest kept, CompletionBulkhead.Taken taken) {
        return Mono.defer(() -> asked(kept, taken)).subscribeOn(providers.budget().threads());
    }

    private Mono<ApiResponse> asked(BufferedRequest kept, CompletionBulkhead.Taken taken) {
        if (kept.model().equals(Model.BUILT_IN)) {
            return Mono.just(echoed(kept, taken));
        }
        return table.model(kept.workspace(), kept.model())
                .map(known ->
                        HopLimit.objection(kept.hops())
                                .<Mono<ApiResponse>>map(Mono::just)
                                .orElseGet(() -> asked(known.value(), kept, taken)))
                .orElseGet(() -> Mono.just(unknown()));
    }

    /** The response is as long as the request, and complete before any of it is read. */
    private ApiResponse echoed(BufferedRequest kept, CompletionBulkhead.Taken taken) {
        return taken.take(2 * kept.size())
                .<ApiResponse>map(refusal -> refusal)
                .orElseGet(() -> {
                    ApiResponse answer = echo.answer(kept.read());
                    return answer instanceof ApiResponse.Stream stream
                            ? taken.untilEnd(stream)
                            : answer;
                });
    }

    private static Problem unknown() {
        return Problem.of(404, "model_not_found", "The workspace has no model with this ID.")
                .withFields(
                        List.of(
                                new FieldError(
                                        "/model",
                                        "model_not_found",
                                        "Expected the ID of a model that GET /models lists.")));
    }

    private Mono<ApiResponse> asked(
            Model model, BufferedRequest kept, CompletionBulkhead.Taken taken) {
        return table.connection(model.workspace(), model.connectionId())
                .map(known -> asked(model, known.value(), kept, taken))
                .orElseGet(() ->
                        Mono.just(
                                Problem.of(
                                        409,
                                        "connection_missing",
                                        "The connection of this model was deleted. Set its"
                                                + " another.")));
    }

    /** The URL is checked again: the permitted targets may have changed since it was stored. */
    private Mono<ApiResponse> asked(
            Model model,
            ModelConnection connection,
            BufferedRequest kept,
            CompletionBulkhead.Taken taken) {
        return switch (targets.check(connection.baseUrl() + UPSTREAM_PATH)) {
            case TargetCheck.Refused(_, String detail) ->
                    Mono.just(Problem.of(502, "provider_address_refused", detail));
            case TargetCheck.Accepted(var target) ->
                    secrets.open(connection)
                            .map(headers ->
                                    called(
                                            new ProviderRequest(
                                                    model.alias(),
                                                    target,
                                                    headers,
                                                    kept.read()
                                                            .upstream(
                                                                    model.upstreamModel(),
                                                                    model.defaults()),
                                                    kept.stream(),
                                                    deadline(connection),
                                                    kept.hops() + 1),
                                            taken,
                                            kept.size()))
                            .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
        };
    }

    /** The model's defaults may enlarge the request; the original text is not held any more. */
    private Mono<ApiResponse> called(
            ProviderRequest call, CompletionBulkhead.Taken taken, int already) {
        int more = call.body().length - already;
        Optional<Problem> refusal = more <= 0 ? Optional.empty() : taken.take(more);
        return refusal.<Mono<ApiResponse>>map(Mono::just)
                .orElseGet(() -> providers.call(call, taken));
    }

    private Duration deadline(ModelConnection connection) {
        return Optional.ofNullable(connection.timeoutSeconds())
                .map(Duration::ofSeconds)
                .orElse(settings.deadline());
    }
}
