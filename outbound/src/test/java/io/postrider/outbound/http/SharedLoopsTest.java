package io.postrider.outbound.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.testkit.http.RecordingReceiver;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The senders of a process share their event loops, and nothing else. */
class SharedLoopsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final EgressPolicy LOOPBACK = EgressPolicy.parse("127.0.0.0/8");
    private static final int CALLS = 64;

    /** So long that a call which waits for it does not end within the test. */
    private static final OutboundSettings PATIENT =
            new OutboundSettings(
                    "test",
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(10),
                    Duration.ofMinutes(10),
                    16 * 1024);

    private final List<Outbound> senders = new ArrayList<>();

    @AfterEach
    void close() {
        senders.forEach(Outbound::close);
    }

    @Test
    void namesAndHandshakesWithoutAnAnswerDelayNoOtherSender() throws Exception {
        Outbound stuck = open();
        Outbound other = open();
        try (ServerSocket silent = silent();
                RecordingReceiver receiver = RecordingReceiver.start()) {
            List<CompletableFuture<@Nullable Integer>> waiting = new ArrayList<>();
            for (int n = 0; n < CALLS; n++) {
                waiting.add(call(stuck, "https://unanswered.example/" + n));
                waiting.add(call(stuck, "https://127.0.0.1:%d/".formatted(silent.getLocalPort())));
            }

            assertThat(call(other, receiver.url("/")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
        }
    }

    @Test
    void aSenderThatClosesEndsItsCallsAlone() throws Exception {
        Outbound first = open();
        Outbound second = open();
        try (ServerSocket silent = silent();
                RecordingReceiver receiver = RecordingReceiver.start()) {
            CompletableFuture<@Nullable Integer> cut =
                    call(first, "http://127.0.0.1:%d/".formatted(silent.getLocalPort()));
            CompletableFuture<@Nullable Integer> kept =
                    call(second, "http://127.0.0.1:%d/".formatted(silent.getLocalPort()));
            silent.accept();
            silent.accept();

            first.close();

            assertThatThrownBy(() -> cut.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(Exception.class);
            assertThat(kept).isNotDone();
            assertThat(call(second, receiver.url("/")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isEqualTo(200);
        }
    }

    @Test
    void theThreadsAreSharedAndEndWithTheLastSender() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.start()) {
            for (int n = 0; n < 3; n++) {
                Outbound sender = open();
                for (int calls = 0; calls < CALLS; calls++) {
                    assertThat(
                                    call(sender, receiver.url("/"))
                                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                            .isEqualTo(200);
                }
            }
        }
        assertThat(threads())
                .isPositive()
                .isLessThanOrEqualTo(Math.max(4, Runtime.getRuntime().availableProcessors()));

        close();

        await().atMost(PATIENCE).until(() -> threads() == 0);
    }

    private Outbound open() {
        Outbound sender =
                Outbound.open(LOOPBACK, PATIENT, _ -> Mono.never(), Outbound.trustedByTheJdk());
        senders.add(sender);
        return sender;
    }

    private static ServerSocket silent() throws Exception {
        return new ServerSocket(0, 2 * CALLS, InetAddress.getLoopbackAddress());
    }

    /** The status of the answer. */
    private static CompletableFuture<@Nullable Integer> call(Outbound sender, String url) {
        TargetPolicy any = TargetPolicy.forCalls(EgressPolicy.parse("0.0.0.0/0,::/0"));
        if (!(any.check(url) instanceof TargetCheck.Accepted(var target))) {
            throw new IllegalArgumentException(url);
        }
        return sender.call(
                        target,
                        _ -> {},
                        client ->
                                client.get()
                                        .uri(target.requestTarget())
                                        .response()
                                        .map(answer -> answer.status().code()))
                .next()
                .toFuture();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("postrider-sender"))
                .count();
    }
}
