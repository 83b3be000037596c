package io.postrider.models;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.RetryAfter;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.OpenAiError;
import io.postrider.web.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.reactivestreams.Publisher;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/** Calls providers: limited in number, time and size, and non-blocking. A caller that disconnects cancels the call. */
final class Providers implements AutoCloseable {

    static final int ANSWER_BYTES_MAX = 4 << 20;

    /** Maximum bytes that are read of a response without a completion. */
    private static final int REFUSAL_BYTES_MAX = 64 << 10;

    private final Outbound outbound;
    private final InstantSource clock;
    private final CompletionBulkhead budget;

    Providers(Outbound outbound, ModelSettings settings, InstantSource clock) {
        this.outbound = outbound;
        this.clock = clock;
        this.budget = new CompletionBulkhead(settings.callsMax());
    }

    /**
     * The answer.
     *
     * @param taken is given back by a stream when it ends
     */
    Mono<ApiResponse> call(ProviderRequest call, CompletionBulkhead.Taken taken) {
        return new Exchange(call, taken).answer();
    }

    /** The limits of all completions together. */
    CompletionBulkhead budget() {
        return budget;
    }

    @Override
    public void close() {
        budget.close();
    }

    /** A response with an unread body. */
    private record Opened(HttpClientResponse response, Connection connection) {

        int status() {
            return response.status().code();
        }

        boolean isCompletion() {
            return status() >= 200 && status() < 300;
        }

        boolean isEventStream() {
            String type = response.responseHeaders().get(HttpHeaderNames.CONTENT_TYPE, "");
            return type.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
        }
    }

    /** One call: it holds its share of the budget and its connection until it is closed. */
    private final class Exchange {

        private final ProviderRequest call;
        private final long start = System.nanoTime();
        private final Disposable.Swap connection = Disposables.swap();
        private final CompletionBulkhead.Taken taken;
        private final Disposable.Composite held;
        private volatile boolean answered;
        private volatile boolean handedOver;

        Exchange(ProviderRequest call, CompletionBulkhead.Taken taken) {
            this.call = call;
            this.taken = taken;
            this.held = Disposables.composite(connection, taken::giveBack);
        }

        Mono<ApiResponse> answer() {
            return outbound.call(call.target(), _ -> {}, this::sent)
                    .next()
                    .flatMap(this::read)
                    .timeout(call.deadline())
                    .onErrorResume(failure -> Mono.just(ProviderProblems.of(failure, answered)))
                    .doFinally(_ -> {
                        if (!handedOver) {
                            connection.dispose();
                        }
                    });
        }

        private Publisher<Opened> sent(HttpClient client) {
            return client.headers(this::fill)
                    .post()
                    .uri(call.target().requestTarget())
                    .send(Mono.fromSupplier(() -> Unpooled.wrappedBuffer(call.body())))
                    .responseConnection((response, opened) -> {
                        answered = true;
                        hold(opened);
                        return Mono.just(new Opened(response, opened));
                    });
        }

        /** The connection is closed at its timeout, even if the response is never read. */
        private void hold(Connection opened) {
            connection.update(opened);
            var closer =
                    opened.channel()
                            .eventLoop()
                            .schedule(
                                    held::dispose,
                                    remaining().plusSeconds(1).toMillis(),
                                    TimeUnit.MILLISECONDS);
            opened.onDispose(() -> closer.cancel(false));
        }

        private void fill(HttpHeaders headers) {
            call.headers().forEach(field -> headers.set(field.name(), field.value()));
            headers.set(HopLimit.HEADER, call.hops())
                    .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                    .set(
                            HttpHeaderNames.ACCEPT,
                            call.stream() ? "text/event-stream" : "application/json")
                    .set(HttpHeaderNames.CONTENT_LENGTH, call.body().length);
        }

        private Mono<ApiResponse> read(Opened opened) {
            if (!opened.isCompletion()) {
                return collected(opened, REFUSAL_BYTES_MAX)
                        .onErrorReturn(ProviderException.class, new byte[0])
                        .map(body -> refusal(opened, body));
            }
            if (!call.stream()) {
                return collected(opened, ANSWER_BYTES_MAX)
                        .publishOn(budget.threads())
                        .map(body -> ProviderAnswers.whole(body, call));
            }
            return Mono.just(
                    opened.isEventStream() ? streamed(opened) : ProviderProblems.malformed());
        }

        private Problem refusal(Opened opened, byte[] body) {
            var retryAfter =
                    RetryAfter.parse(
                            opened.response().responseHeaders().getAll(HttpHeaderNames.RETRY_AFTER),
                            clock.instant());
            if (ProviderMessage.isLoop(opened.status(), body)) {
                return HopLimit.loop();
            }
            Problem problem =
                    ProviderProblems.ofStatus(
                            opened.status(), retryAfter, ProviderMessage.of(body, call));
            // A caller cannot act on the parameter of a 5xx.
            return problem.status() < 500 ? withWords(problem, body) : problem;
        }

        private Problem withWords(Problem refused, byte[] body) {
            Problem problem = refused;
            for (String word : OpenAiError.WORDS) {
                Optional<String> told = ProviderMessage.word(word, body, call);
                if (told.isPresent()) {
                    problem = problem.withMember(OpenAiError.PROVIDER + word, told.get());
                }
            }
            return problem;
        }

        private Mono<byte[]> collected(Opened opened, int bytesMax) {
            return opened.connection()
                    .inbound()
                    .receive()
                    .asByteArray()
                    .reduceWith(
                            ByteArrayOutputStream::new,
                            (all, piece) -> {
                                if (all.size() + piece.length > bytesMax) {
                                    throw new ProviderException(ProviderProblems.tooLarge());
                                }
                                taken.take(piece.length).ifPresent(ProviderException::fail);
                                all.writeBytes(piece);
                                return all;
                            })
                    .map(ByteArrayOutputStream::toByteArray);
        }

        private ApiResponse streamed(Opened opened) {
            handedOver = true;
            taken.keep();
            Mono<Void> late = Mono.delay(remaining()).then(Mono.error(TimeoutException::new));
            ProviderStream stream = new ProviderStream(call, taken);
            Flux<ServerSentEvent<String>> events =
                    stream.events(opened.connection().inbound().receive().asByteArray(), late)
                            .doOnNext(this::giveBackAtTheEnd)
                            .doFinally(_ -> held.dispose());
            return CompletionEvents.stream(events, stream::written);
        }

        /**
         * Before the caller receives it, so that the caller can send the next request; the connection is released at the end.
         */
        private void giveBackAtTheEnd(ServerSentEvent<String> event) {
            if (CompletionEvents.isLast(event)) {
                taken.giveBack();
            }
        }

        private Duration remaining() {
            Duration left = call.deadline().minusNanos(System.nanoTime() - start);
            return left.isNegative() ? Duration.ZERO : left;
        }
    }
}
