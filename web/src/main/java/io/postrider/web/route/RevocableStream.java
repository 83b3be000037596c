package io.postrider.web.route;

import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Streams that end soon after whoever listens would not be let in any more: because of his key, its secret, what it may do,
 * where it may be used, or what he is in the workspace.
 */
public final class RevocableStream {

    /** What is changed elsewhere arrives here within a second; this is to be a small part of it. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private RevocableStream() {}

    /**
     * Ends a stream once its caller is no longer admitted.
     *
     * @param again who is let in now
     */
    public static ApiResponse.Stream stream(
            ApiResponse.Stream stream, Supplier<Validated<Principal>> again) {
        Flux<ServerSentEvent<String>> events =
                Flux.defer(() -> {
                    AtomicReference<Problem> why = new AtomicReference<>();
                    // A value, since takeUntilOther does not cancel what it takes from when the
                    // other fails.
                    return stream.events()
                            .takeUntilOther(lapse(again).doOnNext(why::set))
                            .concatWith(
                                    Flux.defer(() ->
                                            Optional.ofNullable(why.get())
                                                    .map(stream.lastWords())
                                                    .orElseGet(Flux::empty)));
                });
        return stream.with(events);
    }

    /** Why he would not be let in, as soon as that is so; it does not wait for anybody to read what came before. */
    private static Mono<Problem> lapse(Supplier<Validated<Principal>> again) {
        return Flux.interval(LOOK_AGAIN)
                .onBackpressureDrop()
                .concatMap(_ ->
                        again.get() instanceof Validated.Refused<Principal>(Problem problem)
                                ? Mono.just(problem)
                                : Mono.<Problem>empty())
                .next();
    }
}
