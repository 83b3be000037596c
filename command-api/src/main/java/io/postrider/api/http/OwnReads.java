package io.postrider.api.http;

import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.schemas.Context;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Reads of what this node keeps itself, as far as their callers have seen it. */
public final class OwnReads {

    private final Arrivals arrivals;

    OwnReads(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    /**
     * Answers once the write has arrived whose token the request carries.
     *
     * @param context of what is read; writes of others make no difference to it
     */
    public Mono<Answer> after(ApiRequest request, Context context, Supplier<Mono<Answer>> answer) {
        return Patience.of(request)
                .answer(patience -> {
                    Optional<ConsistencyToken> token =
                            patience.token().filter(seen -> seen.context() == context);
                    return token.isEmpty()
                            ? answer.get()
                            : Mono.fromCompletionStage(
                                            arrivals.of(
                                                    request.tenant(),
                                                    token.get(),
                                                    patience.longest()))
                                    .flatMap(arrived ->
                                            arrived
                                                    ? answer.get()
                                                    : Mono.just(Problem.viewBehind()));
                });
    }
}
