package io.postrider.web.resource;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Resource;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * {@code POST} of a resource that is worked on after the response.
 *
 * @param tried the response to a dry run; empty if there is none
 * @param <T> the resource
 * @param <B> the body
 */
record AsyncCreation<T extends Resource, B>(
        ResourceApi<T> api,
        Creation.Completer<B> completed,
        Creation.Creator<B> creator,
        Optional<BiFunction<ApiRequest, B, Mono<ApiResponse>>> tried) {

    private static final int ACCEPTED = 202;

    ApiRoute route(Function<ApiRequest, Validated<B>> body) {
        return ApiRoute.post(api.path())
                .scope(api.writeScope())
                .taking(tried.map(_ -> ApiRequest.DRY_RUN).stream().toArray(String[]::new))
                .to(request ->
                        objection(request)
                                .<Mono<ApiResponse>>map(Mono::just)
                                .orElseGet(() ->
                                        body.apply(request)
                                                .answer(given -> answered(request, given))));
    }

    private static Optional<Problem> objection(ApiRequest request) {
        return request.parameter(ApiRequest.DRY_RUN)
                .filter(given -> !given.equals("true") && !given.equals("false"))
                .map(_ ->
                        Problem.badParameter(
                                ApiRequest.DRY_RUN,
                                "invalid_parameter",
                                "Expected true or false."));
    }

    private Mono<ApiResponse> answered(ApiRequest request, B given) {
        if (request.isDryRun()) {
            String id = api.newId(Optional.empty());
            return completed
                    .of(request, given, id)
                    .flatMap(found -> found.answer(whole -> tried(request, whole, id)));
        }
        return api.node()
                .writes()
                .once(request, scope -> created(request, given, scope).toFuture());
    }

    private Mono<ApiResponse> created(ApiRequest request, B given, Optional<Idempotency> scope) {
        String id = api.newId(scope);
        return completed
                .of(request, given, id)
                .flatMap(found ->
                        found.answer(whole ->
                                api.under(id, ResourceLimit.NONE, creator)
                                        .of(request, whole, scope)))
                .map(AsyncCreation::accepted);
    }

    private Mono<ApiResponse> tried(ApiRequest request, B whole, String id) {
        Instant now = api.node().mint().now();
        return creator.of(request, whole, id, now)
                .answer(creation ->
                        refusal(api.entry(), creation.command(), now)
                                .<Mono<ApiResponse>>map(Mono::just)
                                .orElseGet(() -> tried.orElseThrow().apply(request, whole)));
    }

    private static <C, S> Optional<Problem> refusal(
            AggregateType<C, S, ?, ?> entry, Record command, Instant now) {
        Decider<C, S, ?> decider = entry.decider();
        Decision<?> decision =
                decider.decide(decider.initialState(), entry.commandType().cast(command), now);
        return decision instanceof Decision.Rejected<?>(var rejection)
                ? Optional.of(WriteResults.problem(rejection))
                : Optional.empty();
    }

    private static ApiResponse accepted(ApiResponse created) {
        return created instanceof ApiResponse.Reply reply ? reply.under(ACCEPTED) : created;
    }
}
