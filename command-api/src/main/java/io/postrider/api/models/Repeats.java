package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.ApiRequest;
import io.postrider.api.http.Problem;
import io.postrider.api.http.Writes;
import io.postrider.api.http.Written;
import io.postrider.api.models.KeptCompletions.Kept;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers a repeated request for a completion with what the first one was answered, and asks no model again. The log tells
 * which one is the first. Of what came to nothing, whether it failed or its caller went away, the next request is a first one.
 */
final class Repeats {

    private static final Logger LOGGER = LoggerFactory.getLogger(Repeats.class);

    /** After so long, whoever began has ended, or this node would have heard of it. */
    private static final Duration LONGEST = ModelSettings.DEADLINE_MAX.plusMinutes(1);

    private static final MediaType EVENTS =
            new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8);

    private final Writes writes;
    private final KeptCompletions kept;
    private final InstantSource clock;

    Repeats(Writes writes, KeptCompletions kept, InstantSource clock) {
        this.writes = writes;
        this.kept = kept;
        this.clock = clock;
    }

    /** The answer of the work, which is done at most once if the request has an Idempotency-Key. */
    Mono<Answer> once(ApiRequest request, Supplier<Mono<Answer>> work) {
        if (request.idempotencyKey().isEmpty()) {
            return work.get();
        }
        return writes.once(
                request,
                idempotency -> {
                    Idempotency key = idempotency.orElseThrow();
                    Call call = new Call(request.workspace(), key.scope(), work);
                    return Mono.fromCompletionStage(
                                    writes.reserve(request, Context.MODELS, key.scope(), key))
                            .flatMap(written -> reserved(call, written))
                            .toFuture();
                });
    }

    /** A request and what it is known by. */
    private record Call(String workspace, String scope, Supplier<Mono<Answer>> work) {}

    private Mono<Answer> reserved(Call call, Written written) {
        return switch (written) {
            case Written.Reserved(Instant at, boolean replayed) ->
                    replayed ? repeated(call, at) : begun(call);
            case Written.Failed(Problem problem, var _) -> Mono.just(problem);
            case Written.Holds _ -> Mono.just(Problem.internal());
        };
    }

    private Mono<Answer> repeated(Call call, Instant at) {
        Optional<Kept> found = kept.find(call.workspace(), call.scope());
        if (found.isEmpty() && clock.instant().isBefore(at.plus(LONGEST))) {
            return Mono.just(Problem.inFlight());
        }
        return found.flatMap(Repeats::again).map(Mono::just).orElseGet(() -> begun(call));
    }

    /** Nothing if it came to nothing. */
    private static Optional<Answer> again(Kept known) {
        return Optional.ofNullable(known.packed()).map(packed -> again(known.stream(), packed));
    }

    private static Answer again(boolean stream, String packed) {
        return new Answer.Reply(
                200,
                Packed.unpacked(packed),
                stream ? EVENTS : MediaType.APPLICATION_JSON,
                Map.of("Idempotent-Replayed", "true"),
                false);
    }

    private Mono<Answer> begun(Call call) {
        return call.work()
                .get()
                .flatMap(answer ->
                        switch (answer) {
                            case Answer.Stream stream -> Mono.just(gathered(call, stream));
                            case Answer.Reply reply -> keep(call, whole(reply)).thenReturn(answer);
                            case Problem _ -> keep(call, Kept.NOTHING).thenReturn(answer);
                        })
                .onErrorResume(failure -> keep(call, Kept.NOTHING).then(Mono.error(failure)));
    }

    private static Kept whole(Answer.Reply reply) {
        byte[] body = reply.body();
        return body == null || reply.status() != 200
                ? Kept.NOTHING
                : new Kept(false, new Packed().add(body).text().orElse(null));
    }

    /** What ends it is sent when it is kept, so that whoever has seen the end finds it. */
    private Answer gathered(Call call, Answer.Stream stream) {
        Gathering gathering = new Gathering();
        Flux<ServerSentEvent<String>> events =
                stream.events()
                        .concatMap(event ->
                                gathering
                                        .take(event)
                                        .map(kept -> keep(call, kept).thenReturn(event))
                                        .orElseGet(() -> Mono.just(event)))
                        .doFinally(_ -> {
                            if (!gathering.ended) {
                                var _ = keep(call, Kept.NOTHING).subscribe();
                            }
                        });
        return new Answer.Stream(events, stream.lastWords());
    }

    /** What has been sent of a stream. */
    private static final class Gathering {

        private final Packed packed = new Packed();
        private volatile boolean ended;

        /** Takes a piece; gives what there is to keep if it is the one that ends the stream, whole or broken off. */
        Optional<Kept> take(ServerSentEvent<String> event) {
            if (SentEvents.isFailure(event)) {
                ended = true;
                return Optional.of(Kept.NOTHING);
            }
            if (event.data() != null) {
                String line = "data:" + event.data() + "\n\n";
                packed.add(line.getBytes(StandardCharsets.UTF_8));
                ended = event.equals(SentEvents.DONE);
            }
            return ended
                    ? Optional.of(new Kept(true, packed.text().orElse(null)))
                    : Optional.empty();
        }
    }

    /** What cannot be kept is answered all the same: it has been paid for. */
    private Mono<Void> keep(Call call, Kept what) {
        return Mono.defer(() ->
                        Mono.fromCompletionStage(kept.keep(call.workspace(), call.scope(), what)))
                .onErrorResume(failure -> {
                    LOGGER.atWarn()
                            .addKeyValue("error", failure.toString())
                            .log("What a completion came to was not kept");
                    return Mono.empty();
                });
    }
}
