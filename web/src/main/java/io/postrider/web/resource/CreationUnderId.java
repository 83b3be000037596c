package io.postrider.web.resource;

import io.postrider.domain.kernel.Resource;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.route.ApiRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import reactor.core.publisher.Mono;

/**
 * The creation of a resource under an ID, in a workspace that has room for it.
 *
 * @param <T> the resource
 * @param <B> the body
 */
record CreationUnderId<T extends Resource, B>(
        ResourceApi<T> api, String id, ResourceLimit bound, Creation.Creator<B> creator)
        implements Creation.Handler<B> {

    @Override
    public Mono<ApiResponse> of(ApiRequest request, B body, Optional<Idempotency> idempotency) {
        return creator.of(request, body, id, api.node().mint().now())
                .answer(creation -> within(request, creation, idempotency));
    }

    private Mono<ApiResponse> within(
            ApiRequest request, Creation creation, Optional<Idempotency> idempotency) {
        Optional<Problem> full = bound.refuse(request.workspace(), id);
        if (full.isPresent()) {
            return Mono.just(full.get());
        }
        CompletionStage<WriteResult> written =
                api.node()
                        .writes()
                        .send(
                                request,
                                CommandRequest.of(
                                        api.entry().context(), id, creation.command(), idempotency))
                        .whenComplete((_, _) -> bound.release(request.workspace(), id));
        return Mono.fromFuture(written.toCompletableFuture(), true)
                .map(result -> api.created(result, creation.secret()));
    }
}
