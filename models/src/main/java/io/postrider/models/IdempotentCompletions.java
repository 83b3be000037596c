package io.postrider.models;

import io.postrider.models.CompletionStore.Kept;
import io.postrider.schemas.Context;
import io.postrider.schemas.Idempotency;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.WriteResult;
import io.postrider.web.resource.Writes;
import io.postrider.web.route.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers a repeated completion request with the response of the first one, without another call of the model. The log
 * determines the first one. After a failed or abandoned completion the next request starts anew.
 */
final class IdempotentCompletions {

    private static final Logger LOGGER = LoggerFactory.getLogger(IdempotentCompletions.class);

    /** After this time the first request has ended, or this node would know its result. */
    private static final Duration LONGEST = ModelSettings.DEADLINE_MAX.plusMinutes(1);

    private final Writes writes;
    private final CompletionStore kept;
    private final CompletionBulkhead budget;
    private final InstantSource clock;

    IdempotentCompletions(
            Writes writes, CompletionStore kept, CompletionBulkhead budget, InstantSource clock) {
        this.writes = writes;
        this.kept = kept;
        this.budget = budget;
        this.clock = clock;
    }

    /**
     * The response of the work, which is done at most once if the request has an Idempotency-Key.
     *
     * @param size bytes of the budget that the request uses, whether it is repeated or not
     */
    Mono<ApiResponse> once(
            ApiRequest request,
            int size,
            Function<CompletionBulkhead.Taken, Mono<ApiResponse>> work) {
        if (request.idempotencyKey().isEmpty()) {
            return budget.within(request.tenant(), size, work)
                    .transform(IdempotentCompletions::overloadedIfRejected);
        }
        return writes.once(
                        request,
                        idempotency ->
                                withKey(request, size, idempotency.orElseThrow(), work).toFuture())
                // The work continues if the caller disconnects.
                .doOnDiscard(ApiResponse.Parts.class, parts -> parts.sent().run());
    }

    private Mono<ApiResponse> withKey(
            ApiRequest request,
            int size,
            Idempotency key,
            Function<CompletionBulkhead.Taken, Mono<ApiResponse>> work) {
        return budget.within(
                        request.tenant(),
                        size,
                        taken ->
                                reserved(
                                        request,
                                        key,
                                        new Call(
                                                request.workspace(),
                                                request.tenant(),
                                                key.scope(),
                                                taken,
                                                work)))
                .transform(IdempotentCompletions::overloadedIfRejected);
    }

    /** More tasks wait for the threads of completions than may. */
    private static Mono<ApiResponse> overloadedIfRejected(Mono<ApiResponse> answer) {
        return answer.onErrorResume(
                RejectedExecutionException.class, _ -> Mono.just(CompletionBulkhead.overloaded()));
    }

    /** A request with its scope. */
    private record Call(
            String workspace,
            String tenant,
            String scope,
            CompletionBulkhead.Taken taken,
            Function<CompletionBulkhead.Taken, Mono<ApiResponse>> work) {}

    /** Continues on threads of completions: those on which decisions arrive serve every write. */
    private Mono<ApiResponse> reserved(ApiRequest request, Idempotency key, Call call) {
        return Mono.fromCompletionStage(
                        () -> writes.reserve(request, Context.MODELS, key.scope(), key))
                .publishOn(budget.threads())
                .flatMap(written -> reserved(call, written));
    }

    private Mono<ApiResponse> reserved(Call call, WriteResult written) {
        return switch (written) {
            case WriteResult.Reserved(Instant at, boolean replayed) ->
                    replayed ? repeated(call, at) : begun(call);
            case WriteResult.Failed(Problem problem, var _) -> Mono.just(problem);
            case WriteResult.Holds _ -> Mono.just(Problem.internal());
        };
    }

    private Mono<ApiResponse> repeated(Call call, Instant at) {
        Optional<Kept> found = kept.find(call.workspace(), call.scope());
        if (found.isEmpty() && clock.instant().isBefore(at.plus(LONGEST))) {
            return Mono.just(Problem.inFlight());
        }
        return found.flatMap(known -> again(call, known))
                .map(Mono::just)
                .orElseGet(() -> begun(call));
    }

    /** Empty if no response was stored: the first request failed, or its response was too large. */
    private static Optional<ApiResponse> again(Call call, Kept known) {
        return Optional.ofNullable(known.packed())
                .flatMap(TranscriptReader::of)
                .map(body ->
                        call.taken()
                                .take(body.held())
                                .<ApiResponse>map(refusal -> refusal)
                                .orElseGet(() -> again(known.stream(), body)));
    }

    private static ApiResponse again(boolean stream, TranscriptReader body) {
        return new ApiResponse.Parts(
                200,
                body.size(),
                body.parts(),
                stream ? ApiResponse.Stream.TYPE : MediaType.APPLICATION_JSON,
                Map.of("Idempotent-Replayed", "true"),
                () -> {});
    }

    private Mono<ApiResponse> begun(Call call) {
        return call.work()
                .apply(call.taken())
                .flatMap(answer ->
                        switch (answer) {
                            case ApiResponse.Stream stream -> Mono.just(gathered(call, stream));
                            case ApiResponse.Reply reply ->
                                    keep(call, whole(reply)).thenReturn(answer);
                            case ApiResponse.Parts _ -> Mono.just(answer);
                            case Problem _ -> keep(call, Kept.NOTHING).thenReturn(answer);
                        })
                .onErrorResume(failure -> keep(call, Kept.NOTHING).then(Mono.error(failure)));
    }

    private static Kept whole(ApiResponse.Reply reply) {
        byte[] body = reply.body();
        return body == null || reply.status() != 200
                ? Kept.NOTHING
                : new Kept(false, new CompressedTranscript().add(body).text().orElse(null));
    }

    /** The last event is sent after the response is stored, so that a caller that has received the end finds it. */
    private ApiResponse gathered(Call call, ApiResponse.Stream stream) {
        Gathering gathering = new Gathering(budget.memoryOf(call.tenant()));
        Flux<ServerSentEvent<String>> events =
                stream.events()
                        .concatMap(
                                event ->
                                        gathering
                                                .take(event)
                                                .map(kept -> keep(call, kept).thenReturn(event))
                                                .orElseGet(() -> Mono.just(event)),
                                1)
                        .doFinally(_ -> {
                            gathering.taken.giveBack();
                            if (!gathering.ended) {
                                var _ = keep(call, Kept.NOTHING).subscribe();
                            }
                        });
        return stream.with(events);
    }

    /** The sent events of a stream. */
    private static final class Gathering {

        private final CompressedTranscript packed = new CompressedTranscript();
        private final CompletionBulkhead.Taken taken;
        private volatile boolean ended;

        private Gathering(CompletionBulkhead.Taken taken) {
            this.taken = taken;
        }

        /** Collects an event; returns the result to store if the event ends the stream, complete or not. */
        Optional<Kept> take(ServerSentEvent<String> event) {
            if (CompletionEvents.isFailure(event)) {
                ended = true;
                return Optional.of(Kept.NOTHING);
            }
            if (event.data() != null) {
                String line = "data:" + event.data() + "\n\n";
                pack(line.getBytes(StandardCharsets.UTF_8));
                ended = event.equals(CompletionEvents.DONE);
            }
            return ended
                    ? Optional.of(new Kept(true, packed.text().orElse(null)))
                    : Optional.empty();
        }

        /** Without memory, the event is sent and the response is not stored. */
        private void pack(byte[] line) {
            int before = packed.size();
            int more = packed.add(line).size() - before;
            if (more > 0 && taken.take(more).isPresent()) {
                packed.overflow();
            }
        }
    }

    /** A response that cannot be stored is sent anyway: it has been paid for. */
    private Mono<Void> keep(Call call, Kept what) {
        return Mono.defer(() ->
                        Mono.fromCompletionStage(kept.keep(call.workspace(), call.scope(), what)))
                .subscribeOn(budget.threads())
                .onErrorResume(failure -> {
                    LOGGER.atWarn()
                            .addKeyValue("exception", failure.getClass().getName())
                            .log("A completion was not stored for idempotent retries");
                    return Mono.empty();
                });
    }
}
