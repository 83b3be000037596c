package io.postrider.models;

import io.postrider.models.SseParser.Found;
import io.postrider.web.problem.ApiResponse;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One streamed completion on its way from a provider to a caller; it may be read once. */
final class ProviderStream {

    private static final String DONE = "[DONE]";

    /** Smaller events are not counted: a call has one at a time. */
    private static final int COUNTED_BYTES_MIN = 32 << 10;

    private final ProviderRequest call;
    private final CompletionBulkhead.Taken taken;
    private final SseParser lines = new SseParser();
    private boolean finished;
    private boolean done;

    /** @param taken capacity of the memory of large events */
    ProviderStream(ProviderRequest call, CompletionBulkhead.Taken taken) {
        this.call = call;
        this.taken = taken;
    }

    /** Returns the memory of an event that was written to the caller. */
    void written(ServerSentEvent<String> event) {
        taken.giveBack(counted(event));
    }

    private static int counted(ServerSentEvent<String> event) {
        int bytes = ApiResponse.Stream.bytes(event);
        return bytes < COUNTED_BYTES_MIN ? 0 : bytes;
    }

    /**
     * The events for the caller: those of the provider, and a failure event if it fails.
     *
     * @param late fails when the time for all of it is up
     */
    Flux<ServerSentEvent<String>> events(Flux<byte[]> pieces, Mono<Void> late) {
        // One at a time: events for a slow caller wait at the provider, not on this node.
        return pieces.concatMapIterable(lines::feed, 1)
                .map(this::sent)
                .doOnNext(event -> taken.take(counted(event)).ifPresent(ProviderException::fail))
                .concatWith(Flux.defer(this::end))
                .takeUntil(event -> done)
                .takeUntilOther(late)
                .onErrorResume(failure ->
                        Flux.just(CompletionEvents.of(ProviderProblems.of(failure, true))));
    }

    private ServerSentEvent<String> sent(Found found) {
        return switch (found) {
            case Found.Comment() -> CompletionEvents.ALIVE;
            case Found.Broken(ProviderException failure) -> throw failure;
            case Found.Data(String text) -> {
                if (text.strip().equals(DONE)) {
                    done = true;
                    yield CompletionEvents.DONE;
                }
                CompletionCopy.Copied piece = ProviderAnswers.piece(text, call);
                finished = finished || piece.finished();
                yield CompletionEvents.of(piece.json());
            }
        };
    }

    /** Some providers omit {@code [DONE]}; a stream without a {@code finish_reason} was interrupted. */
    private Flux<ServerSentEvent<String>> end() {
        if (done) {
            return Flux.empty();
        }
        return finished
                ? Flux.just(CompletionEvents.DONE)
                : Flux.error(new ProviderException(ProviderProblems.brokeOff()));
    }
}
