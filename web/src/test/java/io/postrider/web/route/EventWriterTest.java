package io.postrider.web.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.problem.ApiResponse;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class EventWriterTest {

    private static final int EVENT_BYTES = 1 << 20;

    /** What the sockets of both sides take of a stream that is not read, and two events that are on their way. */
    private static final int AHEAD_MAX = 8;

    private final AtomicInteger made = new AtomicInteger();
    private final AtomicInteger written = new AtomicInteger();
    private ApiResponse.Stream stream = stream(Flux.never());

    private final DisposableServer server =
            HttpServer.create()
                    .host(InetAddress.getLoopbackAddress().getHostAddress())
                    .handle(
                            new ReactorHttpHandlerAdapter(
                                    RouterFunctions.toHttpHandler(
                                            RouterFunctions.route()
                                                    .GET(
                                                            "/",
                                                            _ ->
                                                                    ServerResponse.ok()
                                                                            .contentType(
                                                                                    MediaType
                                                                                            .TEXT_EVENT_STREAM)
                                                                            .body((response, _) ->
                                                                                    EventWriter
                                                                                            .write(
                                                                                                    response,
                                                                                                    stream)))
                                                    .build())))
                    .bindNow();

    @AfterEach
    void close() {
        server.disposeNow();
    }

    private ApiResponse.Stream stream(Flux<ServerSentEvent<String>> events) {
        return ApiResponse.Stream.of(events, _ -> written.incrementAndGet());
    }

    private RawConnection asking() throws Exception {
        return new RawConnection(server.port()).get("/");
    }

    private static ServerSentEvent<String> event(String data) {
        return ServerSentEvent.builder(data).build();
    }

    @Test
    @Verifies("answer-memory")
    void aClientThatReadsNothingHasNothingMadeForIt() throws Exception {
        Flux<ServerSentEvent<String>> endless =
                Flux.generate(sink -> {
                    made.incrementAndGet();
                    sink.next(event("x".repeat(EVENT_BYTES)));
                });
        stream = stream(endless);
        try (RawConnection client = asking()) {
            assertThat(client.status()).isEqualTo(200);
            await().during(Duration.ofSeconds(1))
                    .until(() -> made.get() <= AHEAD_MAX && made.get() - written.get() == 1);

            for (int i = 0; i < 50; i++) {
                client.readUntil("data:x");
            }
            assertThat(made.get()).isGreaterThanOrEqualTo(50);
        }
    }

    @Test
    void anEventIsWrittenAsSoonAsItComes() throws Exception {
        Sinks.Many<ServerSentEvent<String>> events = Sinks.many().unicast().onBackpressureBuffer();
        stream = stream(events.asFlux());
        try (RawConnection client = asking()) {
            events.tryEmitNext(event("one")).orThrow();
            client.readUntil("data:one");
            events.tryEmitNext(event("two\nlines")).orThrow();
            client.readUntil("data:two");
            client.readUntil("data:lines");
            events.tryEmitComplete().orThrow();
            await().until(() -> written.get() == 2);
            client.readUntil("0");
        }
    }

    @Test
    void aStreamThatFailsEndsItsConnection() throws Exception {
        stream =
                stream(Flux.just(event("one")).concatWith(Flux.error(new IllegalStateException())));
        try (RawConnection client = asking()) {
            client.readUntil("data:one");
            await().until(client::ends);
        }
    }

    @Test
    void theEventsOfAClientThatGoesAwayAreNotAskedForAnyMore() throws Exception {
        Sinks.Many<ServerSentEvent<String>> events = Sinks.many().unicast().onBackpressureBuffer();
        AtomicInteger cancelled = new AtomicInteger();
        stream = stream(events.asFlux().doOnCancel(cancelled::incrementAndGet));
        try (RawConnection client = asking()) {
            events.tryEmitNext(event("one")).orThrow();
            client.readUntil("data:one");
            client.reset();
        }
        await().until(() -> cancelled.get() == 1);
    }
}
