package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.created;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Rendering;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters and transforms are evaluated off the stream thread, in the order of the events of a webhook. */
class EvaluatedOffThreadTest {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final WebhookEndpoint SLOW =
            with(
                    sample(1, MINE, "link.*", true, NOW.minusSeconds(60)),
                    "transform",
                    "{'id': event.id}");
    private static final WebhookEndpoint TRANSFORMED = with(SLOW, "id", id(2));
    private static final WebhookEndpoint PLAIN =
            sample(3, MINE, "link.*", true, NOW.minusSeconds(60));

    @TempDir private Path folder;

    private final KnownEndpoints known = new KnownEndpoints();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean isFirst = new AtomicBoolean(true);
    private final List<Delivery> deliveries = new ArrayList<>();
    private TopologyTestDriver driver;

    @BeforeEach
    void open() {
        Topology topology = new Topology();
        Retries.addTo(topology, FanOutParts.PROCESSOR);
        FanOutParts.addTo(
                topology,
                known,
                () -> {},
                new EventJson(new Rendering("http://localhost:8080", "localhost")),
                new Partitions(1),
                new EvaluationPool(
                        task -> Thread.ofPlatform().daemon().start(task),
                        new CpuBudget(Duration.ofSeconds(6), false),
                        this::firstIsHeld,
                        () -> NOW),
                IDS,
                () -> NOW,
                new Bounds(new SimpleMeterRegistry()));
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        driver = new TopologyTestDriver(topology, StreamsSettings.settingAside(properties));
    }

    @AfterEach
    void close() {
        released.countDown();
        driver.close();
    }

    private long firstIsHeld() {
        if (isFirst.getAndSet(false)) {
            begun.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return 0;
    }

    @Test
    void aWebhookWhoseTransformDoesNotEndHoldsUpNoOther() throws InterruptedException {
        known.put(SLOW);
        read(1);
        begun.await();
        known.put(TRANSFORMED);
        known.put(PLAIN);

        read(2);

        awaitDelivery(each -> each.endpoint().equals(TRANSFORMED.id()));
        assertThat(deliveries)
                .extracting(Delivery::endpoint)
                .containsExactlyInAnyOrder(TRANSFORMED.id(), PLAIN.id());
        released.countDown();
        awaitDelivery(each -> each.endpoint().equals(SLOW.id()) && each.eventId().equals(event(2)));
    }

    @Test
    void whatComesToAWebhookStaysInOrderAlsoWhenItsTransformIsGone() throws InterruptedException {
        known.put(SLOW);
        read(1);
        begun.await();
        read(2);
        known.put(with(SLOW, "transform", null));
        read(3);
        assertThat(deliveries).isEmpty();

        released.countDown();
        awaitDelivery(each -> each.eventId().equals(event(3)));
        read(4);

        assertThat(deliveries)
                .extracting(Delivery::eventId)
                .containsExactly(event(1), event(2), event(3), event(4));
    }

    private void read(int number) {
        EventHeader header = with(created().header(), "id", event(number));
        byte[] value =
                EventCodec.of(Context.LINKS, IDS)
                        .encode(new EventRecord(header, created().payload()));
        driver.createInputTopic(
                        Context.LINKS.events().name(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())
                .pipeInput(new TestRecord<>(new byte[] {1}, value, CloudEventHeaders.of(header)));
        collect();
    }

    private void awaitDelivery(Predicate<Delivery> wanted) {
        await().pollInSameThread()
                .until(() -> {
                    driver.advanceWallClockTime(Duration.ofMillis(20));
                    collect();
                    return deliveries.stream().anyMatch(wanted);
                });
    }

    private void collect() {
        driver.createOutputTopic(
                        Topics.DELIVERIES.name(),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                .readValuesToList()
                .forEach(value -> deliveries.add(ValueCodec.deliveries(IDS).decode(value)));
    }

    private static String event(int number) {
        return Id.of(IdKind.EVT, new UUID(4, number));
    }

    private static String id(int number) {
        return Id.of(IdKind.WHK, new UUID(2, number));
    }
}
