package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.header;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.RetriedRecord;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Rendering;
import io.postrider.testkit.streams.Faults;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import io.postrider.webhooks.health.HealthParts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The topology of the dispatcher, with receivers that take every delivery. */
final class TestDispatcher implements AutoCloseable {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final ValueCodec<DeadLetter> LETTERS = ValueCodec.deadLetters(IDS);

    final KnownEndpoints known = new KnownEndpoints();

    /** The ids of the events, and of the webhooks that took them. */
    final Set<String> taken = new HashSet<>();

    private final Queue<Attempt> outcomes = new ArrayDeque<>();
    private final TopologyTestDriver driver;

    TestDispatcher(Path folder) {
        Topology topology = new Topology();
        Partitions one = new Partitions(1);
        Retries.addTo(
                topology, FanOutParts.PROCESSOR, DeliveryEngine.PROCESSOR, HealthParts.PROCESSOR);
        FanOutParts.addTo(
                topology,
                known,
                () -> {},
                new EventJson(new Rendering("http://localhost:8080", "localhost")),
                one,
                new EvaluationPool(
                        Runnable::run,
                        new CpuBudget(Duration.ofSeconds(6), false),
                        () -> 0,
                        () -> NOW),
                IDS,
                () -> NOW,
                new Bounds(new SimpleMeterRegistry()));
        DeliveryEngine.addTo(
                topology,
                Topics.DELIVERIES,
                Topics.ATTEMPTS,
                new Receivers(),
                _ -> CompletableFuture.completedStage(0L),
                IDS,
                () -> NOW);
        HealthParts.addTo(topology, known, one, IDS, () -> NOW);
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(topology, StreamsSettings.settingAside(properties), NOW);
    }

    private final class Receivers implements Channel<String> {

        @Override
        public Optional<String> receiver(String lane) {
            return Optional.of(lane);
        }

        @Override
        public boolean isOpen(String receiver) {
            return true;
        }

        @Override
        public void attempt(Delivery delivery, String receiver, int number) {
            taken.add(delivery.eventId() + " " + receiver);
            outcomes.add(
                    new Attempt(
                            Id.of(IdKind.ATT, new UUID(9, taken.size())),
                            delivery.id(),
                            delivery.workspace(),
                            receiver,
                            delivery.eventId(),
                            delivery.eventType(),
                            number,
                            NOW,
                            1,
                            Attempt.DELIVERED,
                            200,
                            null,
                            Map.of(),
                            Map.of(),
                            null,
                            false,
                            null));
        }

        @Override
        public void ended(Attempt attempt) {}
    }

    /** The processors that records go through. */
    List<String> processors() {
        return Faults.processors(driver, Retries.NAME);
    }

    /** The faults of a processor. */
    Faults faults(String processor) {
        return Faults.of(driver, processor);
    }

    /** Reads a published event, and lets everything end that follows on it; its id. */
    String publish(int number, String data) {
        String id = Id.of(IdKind.EVT, new UUID(4, number));
        EventHeader header = with(with(header("order.paid"), "id", id), "aggregate", MINE);
        byte[] value =
                EventCodec.published(IDS).encode(new EventRecord(header, new EventPublished(data)));
        read(
                Topics.PUBLISHED.name(),
                new TestRecord<>(new byte[] {1}, value, CloudEventHeaders.of(header), NOW));
        return id;
    }

    /** Reads a record again that was set aside. */
    void retry(DeadLetter letter) {
        read(
                Topics.RETRIES.name(),
                new TestRecord<>(
                        letter.key(),
                        letter.value(),
                        RetriedRecord.of(letter).headers(letter.headers())));
    }

    private void read(String topic, TestRecord<byte[], byte[]> record) {
        pipe(topic, record);
        driver.advanceWallClockTime(Duration.ofMillis(100));
        for (Attempt outcome = outcomes.poll(); outcome != null; outcome = outcomes.poll()) {
            byte[] value = ValueCodec.attempts(IDS).encode(outcome);
            pipe(
                    Topics.ATTEMPTS.name(),
                    new TestRecord<>(outcome.endpoint().getBytes(US_ASCII), value));
        }
    }

    private void pipe(String topic, TestRecord<byte[], byte[]> record) {
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(record);
    }

    /** Every record that was set aside since this was last asked for. */
    List<DeadLetter> setAside() {
        return driver
                .createOutputTopic(
                        Topics.DEAD_LETTERS.name(),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                .readValuesToList()
                .stream()
                .map(LETTERS::decode)
                .toList();
    }

    @Override
    public void close() {
        driver.close();
    }
}
