package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.created;
import static io.postrider.webhooks.fanout.FanOutSamples.header;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.MeterRegistry;
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
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Rendering;
import io.postrider.testkit.claims.Verifies;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
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

/** An event whose filter or transform fails waits until its webhook changes. */
class HeldEventsTest {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final WebhookEndpoint FAILING =
            with(
                    sample(1, MINE, "link.*", true, NOW.minusSeconds(60)),
                    "transform",
                    "{'text': event.data.short_url + 1}");

    private static final int HELD_MAX = 10;
    private static final String GIVEN_UP =
            "too_many_held: The webhook has reached its limit of held deliveries.";

    @TempDir private Path folder;

    private final KnownEndpoints known = new KnownEndpoints();
    private final List<Delivery> deliveries = new ArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();
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
                        Runnable::run,
                        new CpuBudget(Duration.ofSeconds(6), false),
                        () -> 0,
                        () -> NOW),
                HELD_MAX,
                IDS,
                () -> NOW,
                new Bounds(meters));
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        driver = new TopologyTestDriver(topology, StreamsSettings.settingAside(properties));
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    @Verifies("failed-expressions")
    void aFailingTransformSendsNothingAndAChangeOfTheWebhookEvaluatesItAgain() {
        known.put(FAILING);
        read();
        rounds();

        assertThat(deliveries).singleElement().satisfies(HeldEventsTest::isHeld);
        known.put(changed("{'text': event.data.missing + $error('again')}", 1));
        rounds();
        assertThat(deliveries).hasSize(2).last().satisfies(HeldEventsTest::isHeld);
        known.put(changed("{'text': event.type}", 2));
        rounds();

        assertThat(deliveries).hasSize(3);
        assertThat(deliveries.getLast().failure()).isNull();
        assertThat(new String(deliveries.getLast().body(), UTF_8))
                .isEqualTo("{\"text\":\"link.created\"}");
        assertThat(deliveries).extracting(Delivery::id).containsOnly(deliveries.getFirst().id());
        known.put(changed("{'text': 'once more'}", 3));
        rounds();
        assertThat(deliveries).hasSize(3);
    }

    @Test
    void aFilterThatDoesNotHoldAfterAChangeTakesTheDeliveryBack() {
        known.put(with(FAILING, "filter", "event.data.short_url > 1"));
        read();
        rounds();
        assertThat(deliveries.getFirst().failure()).startsWith("filter_failed: ");
        known.put(with(changed("{'text': event.type}", 1), "filter", "false"));
        rounds();

        assertThat(deliveries).hasSize(2);
        assertThat(deliveries.getLast().failure()).isNull();
        assertThat(deliveries.getLast().body()).isEmpty();
    }

    @Test
    void whatWasHeldForADeletedWebhookIsForgotten() {
        known.put(FAILING);
        read();
        rounds();
        known.clear();
        rounds();
        known.put(changed("{'text': event.type}", 1));
        rounds();

        assertThat(deliveries).hasSize(1);
    }

    @Test
    void theOldestBeyondTheBoundAreGivenUpAndNotEvaluatedAgain() {
        known.put(FAILING);
        for (int i = 0; i < HELD_MAX + 2; i++) {
            read(with(created(), "header", with(header("link.created"), "id", event(i))));
        }
        rounds();

        assertThat(deliveries).filteredOn(it -> !it.isGivenUp()).hasSize(HELD_MAX + 2);
        assertThat(deliveries)
                .filteredOn(Delivery::isGivenUp)
                .extracting(Delivery::eventId, Delivery::failure)
                .containsExactly(tuple(event(0), GIVEN_UP), tuple(event(1), GIVEN_UP));
        assertThat(meters.get("postrider.bound.used").tag("kind", "tenant").gauge().value())
                .isEqualTo(HELD_MAX);
        deliveries.clear();
        known.put(changed("{'text': event.type}", 1));
        rounds();
        assertThat(deliveries)
                .hasSize(HELD_MAX)
                .allMatch(delivery -> delivery.failure() == null)
                .noneMatch(delivery -> delivery.eventId().equals(event(1)));
    }

    private static String event(int number) {
        return Id.of(IdKind.EVT, new UUID(4, number));
    }

    private static void isHeld(Delivery delivery) {
        assertThat(delivery.failure()).startsWith("transform_failed: ");
        assertThat(delivery.body()).isEmpty();
    }

    private static WebhookEndpoint changed(String transform, int seconds) {
        return with(with(FAILING, "transform", transform), "updatedAt", NOW.plusSeconds(seconds));
    }

    private void read() {
        read(created());
    }

    private void read(EventRecord event) {
        byte[] value = EventCodec.of(Context.LINKS, IDS).encode(event);
        driver.createInputTopic(
                        Context.LINKS.events().name(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())
                .pipeInput(
                        new TestRecord<>(
                                new byte[] {1}, value, CloudEventHeaders.of(event.header())));
    }

    /** More rounds than what failed needs to be stored, released and evaluated again. */
    private void rounds() {
        for (int i = 0; i < 5; i++) {
            driver.advanceWallClockTime(Duration.ofMillis(20));
        }
        driver.createOutputTopic(
                        Topics.DELIVERIES.name(),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())
                .readValuesToList()
                .forEach(value -> deliveries.add(ValueCodec.deliveries(IDS).decode(value)));
    }
}
