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

/** Streams that end soon after their client loses its access: its key, secret, scopes, restrictions or role has changed. */
public final class RevocableStream {

    /** A small part of the second in which changes of other nodes arrive here. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private RevocableStream() {}

    /**
     * Ends a stream once its caller is no longer admitted.
     *
     * @param again authenticates the caller now
     */
    public static ApiResponse.Stream stream(
            ApiResponse.Stream stream, Supplier<Validated<Principal>> again) {
        Flux<ServerSentEvent<String>> events =
                Flux.defer(() -> {
                    AtomicReference<Problem> why = new AtomicReference<>();
                    // Ends with a value, since takeUntilOther does not cancel its source when the
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

    /** The reason of the lost access, as soon as it is lost, whether or not the client has read the events before. */
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
