package io.postrider.api.http;

import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Streams that end soon after whoever listens would not be let in any more: because of his key, its secret, what it may do,
 * where it may be used, or what he is in the workspace.
 */
final class Guarded {

    /** What is changed elsewhere arrives here within a second; this is to be a small part of it. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private Guarded() {}

    /** Why a stream ends. */
    private static final class Lapsed extends RuntimeException {

        private final transient Problem problem;

        Lapsed(Problem problem) {
            super(problem.code(), null, false, false);
            this.problem = problem;
        }
    }

    /** @param again who is let in now */
    static Answer.Stream stream(Answer.Stream stream, Supplier<Checked<Principal>> again) {
        Flux<ServerSentEvent<String>> events =
                stream.events()
                        .takeUntilOther(lapse(again))
                        .onErrorResume(
                                Lapsed.class, lapsed -> stream.lastWords().apply(lapsed.problem));
        return new Answer.Stream(events, stream.lastWords());
    }

    /** Fails when nobody would be let in; it does not wait for anybody to read what came before. */
    private static Mono<Void> lapse(Supplier<Checked<Principal>> again) {
        return Flux.interval(LOOK_AGAIN)
                .onBackpressureDrop()
                .concatMap(_ ->
                        again.get() instanceof Checked.Refused<Principal>(Problem problem)
                                ? Mono.<Void>error(new Lapsed(problem))
                                : Mono.<Void>empty())
                .then();
    }
}
