package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class KafkaHealthTest {

    private static final Duration PERIOD = Duration.ofMillis(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final AtomicLong nanos = new AtomicLong(1_000);
    private final AtomicBoolean up = new AtomicBoolean(true);
    private final AtomicInteger probes = new AtomicInteger();
    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(KafkaHealth.class);

    @BeforeEach
    void listen() {
        logged.start();
        logger.addAppender(logged);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(logged);
    }

    @Test
    void itIsNotReachableBeforeTheFirstAnswer() {
        up.set(false);
        try (KafkaHealth health = probing()) {
            awaitProbes(3);
            nanos.addAndGet(Duration.ofSeconds(7).toNanos());

            assertThat(health.reachable()).isFalse();
            assertThat(health.sinceReachable()).isEqualTo(Duration.ofSeconds(7));
        }
    }

    @Test
    void theTimeCountsFromTheLastAnsweredProbe() {
        try (KafkaHealth health = probing()) {
            await().until(health::reachable);
            up.set(false);
            await().until(() -> !health.reachable());
            nanos.addAndGet(Duration.ofMillis(1_500).toNanos());

            assertThat(health.sinceReachable()).isEqualTo(Duration.ofMillis(1_500));

            up.set(true);
            await().until(health::reachable);
            assertThat(health.sinceReachable()).isZero();
        }
    }

    @Test
    void aHangingProbeIsAnOutage() throws InterruptedException {
        CountDownLatch hang = new CountDownLatch(1);
        try (KafkaHealth health =
                new KafkaHealth(
                        () -> probes.incrementAndGet() < 3 || released(hang),
                        PERIOD,
                        TIMEOUT,
                        nanos::get)) {
            awaitProbes(3);
            assertThat(health.reachable()).isTrue();

            nanos.addAndGet(TIMEOUT.plus(PERIOD.multipliedBy(2)).plusNanos(1).toNanos());

            assertThat(health.reachable()).isFalse();
            hang.countDown();
        }
    }

    @Test
    void aChangeIsLoggedOnce() {
        try (KafkaHealth health = probing()) {
            awaitProbes(5);
            up.set(false);
            await().until(() -> !health.reachable());
            awaitProbes(probes.get() + 5);
            up.set(true);
            await().until(health::reachable);
            awaitProbes(probes.get() + 5);

            assertThat(logged.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly(
                            "Kafka is reachable", "Kafka is not reachable", "Kafka is reachable");
        }
    }

    @Test
    void aProbeThatThrowsIsAnOutageAndTheNextOneCounts() {
        try (KafkaHealth health =
                new KafkaHealth(
                        () -> {
                            if (probes.incrementAndGet() < 3) {
                                throw new IllegalStateException("not now");
                            }
                            return true;
                        },
                        PERIOD,
                        TIMEOUT,
                        nanos::get)) {
            await().until(health::reachable);

            assertThat(health.dead()).isNotDone();
        }
    }

    @Test
    void aDeadWatchIsReported() {
        try (KafkaHealth health =
                new KafkaHealth(
                        () -> {
                            throw new NoClassDefFoundError("a.B");
                        },
                        PERIOD,
                        TIMEOUT,
                        nanos::get)) {
            await().until(() -> health.dead().isDone());

            assertThat(health.reachable()).isFalse();
        }
    }

    @Test
    void nothingIsProbedAfterTheClose() {
        KafkaHealth health = probing();
        awaitProbes(2);
        health.close();
        int seen = probes.get();

        await().during(Duration.ofMillis(50)).until(() -> probes.get() == seen);
    }

    @Test
    void aPortThatAcceptsButNeverAnswersIsNotReachable() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                KafkaHealth health = KafkaHealth.watching(at(silent.getLocalPort()))) {
            await().until(() -> !logged.list.isEmpty() && !health.reachable());

            assertThat(health.sinceReachable()).isGreaterThan(TIMEOUT.minusMillis(100));
        }
    }

    @Test
    void aPortWithoutAServerIsNotReachable() throws IOException {
        try (KafkaHealth health = KafkaHealth.watching(at(Ports.closed()))) {
            await().until(() -> !logged.list.isEmpty());

            assertThat(health.reachable()).isFalse();
        }
    }

    private KafkaHealth probing() {
        return new KafkaHealth(
                () -> {
                    boolean answer = up.get();
                    probes.incrementAndGet();
                    return answer;
                },
                PERIOD,
                TIMEOUT,
                nanos::get);
    }

    private void awaitProbes(int count) {
        await().until(() -> probes.get() >= count);
    }

    private static boolean released(CountDownLatch hang) {
        try {
            return hang.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static KafkaSettings at(int port) {
        return KafkaSettings.single("127.0.0.1:" + port, Durability.FSYNC, "n1");
    }
}
