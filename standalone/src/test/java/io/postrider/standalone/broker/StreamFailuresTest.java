package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.ProjectionMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Failures of stream threads, on a real broker. */
@Tag("servers")
@Isolated("Awaitility fails every wait of the JVM when a thread dies, and its threads do")
class StreamFailuresTest {

    @TempDir private Path folder;
    private Map<String, Object> client = Map.of();

    @Test
    void anApplicationRecoversFromRepeatedFailures() throws Exception {
        AtomicInteger failures = new AtomicInteger(6);
        AtomicInteger processed = new AtomicInteger();
        run(
                value -> {
                    if (failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("the world is at fault");
                    }
                    processed.incrementAndGet();
                },
                app -> {
                    await().dontCatchUncaughtExceptions().until(() -> processed.get() == 1);

                    assertThat(app.threadsReplaced()).isEqualTo(6);
                    assertThat(app.dead()).isNotDone();
                    await().dontCatchUncaughtExceptions().until(app::healthy);
                });
    }

    @Test
    void aDeadApplicationIsReported() throws Exception {
        run(
                value -> {
                    throw new NoClassDefFoundError("a.B");
                },
                app -> {
                    await().dontCatchUncaughtExceptions().until(() -> app.dead().isDone());

                    assertThat(app.healthy()).isFalse();
                });
    }

    @Test
    void anApplicationThatIsHeldProcessesNothingUntilItIsLetGo() throws Exception {
        AtomicInteger processed = new AtomicInteger();
        run(
                value -> processed.incrementAndGet(),
                app -> {
                    await().until(() -> processed.get() == 1);
                    app.hold(true);
                    Brokers.send(client, "b");
                    await().during(Duration.ofSeconds(1)).until(() -> processed.get() == 1);
                    assertThat(app.healthy()).isTrue();

                    app.hold(false);

                    await().until(() -> processed.get() == 2);
                });
    }

    private interface Check {
        void on(StreamsApp app) throws Exception;
    }

    private interface Work {
        void on(String value);
    }

    private void run(Work work, Check check) throws Exception {
        try (EmbeddedBroker broker =
                        Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
                ProjectionMemory memory = new ProjectionMemory(2 << 20, 1 << 20)) {
            Brokers.createTestTopic(broker);
            client = Brokers.client(broker);
            Brokers.send(client, "a");
            StreamsSettings settings =
                    new StreamsSettings(
                            Brokers.settings(broker, Durability.REPLICATED),
                            folder.resolve("streams"),
                            memory,
                            null);
            Properties properties =
                    settings.atLeastOnce("postrider-test", Duration.ofMillis(100), Duration.ZERO);
            properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
            // A static member that died keeps its tasks for as long.
            properties.put(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
                    1_000);
            properties.put(
                    StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG),
                    200);
            try (StreamsApp app = new StreamsApp(topology(work), properties)) {
                app.start();
                check.on(app);
            }
        }
    }

    private static Consumer<Topology> topology(Work work) {
        return topology ->
                topology.addSource(
                                "in",
                                new StringDeserializer(),
                                new StringDeserializer(),
                                Brokers.PARTITION.topic())
                        .addProcessor(
                                "work",
                                () ->
                                        new ContextualProcessor<String, String, Void, Void>() {
                                            @Override
                                            public void process(Record<String, String> record) {
                                                work.on(record.value());
                                            }
                                        },
                                "in");
    }
}
