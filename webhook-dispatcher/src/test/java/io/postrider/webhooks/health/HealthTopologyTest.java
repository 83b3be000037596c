package io.postrider.webhooks.health;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.health.HealthSamples.ENDPOINT;
import static io.postrider.webhooks.health.HealthSamples.START;
import static io.postrider.webhooks.health.HealthSamples.endpoint;
import static io.postrider.webhooks.health.HealthSamples.exhausted;
import static io.postrider.webhooks.health.HealthSamples.failing;
import static io.postrider.webhooks.health.HealthSamples.failure;
import static io.postrider.webhooks.health.HealthSamples.success;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the dispatcher writes about the health of an endpoint. */
class HealthTopologyTest {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final CommandCodec COMMANDS = CommandCodec.of(Context.WEBHOOKS, IDS);

    private final KnownEndpoints known = new KnownEndpoints();
    private Instant now = START;
    private int starts;
    private TopologyTestDriver driver;

    @TempDir private Path folder;

    @BeforeEach
    void start() {
        known.put(endpoint());
        driver = started();
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void anEndpointIsReportedAsFailingOnceAndAsRecoveredAfterItsEventWasRead() {
        fail(20);
        fail(5);
        assertThat(commands())
                .singleElement()
                .isInstanceOfSatisfying(
                        ReportWebhookFailing.class,
                        report -> assertThat(report.failures().failed()).isEqualTo(20));

        known.put(failing(now, 0));
        read(success(now.plusSeconds(1)));
        assertThat(commands())
                .containsExactly(
                        new ReportWebhookRecovered(endpoint().workspace(), now.plusSeconds(1)));
    }

    @Test
    void aReportWhoseEventDoesNotComeIsWrittenAgain() {
        fail(20);
        pass(HealthProcessor.ROUND);

        assertThat(commands()).hasSize(2).allMatch(ReportWebhookFailing.class::isInstance);
    }

    @Test
    void countsAndWarningsSurviveARestart() {
        read(failure(now));
        pass(Duration.ofHours(13));
        read(failure(now));
        commands();
        restart();
        pass(Duration.ofDays(2));
        assertThat(commands())
                .anySatisfy(command ->
                        assertThat(((ReportWebhookFailing) command).failures().progress())
                                .isEqualTo(50));

        known.put(failing(now, 90));
        restart();
        pass(Duration.ofHours(60));
        assertThat(commands())
                .contains(new DisableUnsuccessfulWebhook(endpoint().workspace(), START));
    }

    @Test
    void anEndpointThatAPersonDisabledIsLeftAlone() {
        read(failure(now));
        pass(Duration.ofHours(13));
        read(failure(now));
        WebhookEndpoint disabled = with(endpoint(), "enabled", false);
        known.put(with(disabled, "disabledReason", "by_caller"));
        pass(Duration.ofDays(9));
        read(success(now));

        assertThat(commands()).isEmpty();
    }

    @Test
    void exhaustedDeliveriesAreReportedOnceInAMinuteWithTheirCount() {
        read(exhausted(now, "timeout"));
        read(exhausted(now.plusSeconds(1), "backlog_full"));
        read(exhausted(now.plusSeconds(59), "delivery_expired"));
        assertThat(counts()).containsExactly(1);

        pass(Duration.ofSeconds(60));
        EventRecord report = events().getLast();
        assertThat(report.header().workspace()).isEqualTo(endpoint().workspace());
        assertThat(report.header().type()).isEqualTo("delivery.exhausted");
        var data =
                Json.mapper().readTree(((EventPublished) requireNonNull(report.payload())).data());
        assertThat(data.path("webhook_id").asString()).isEqualTo(ENDPOINT);
        assertThat(data.path("count").asInt()).isEqualTo(2);
        assertThat(data.path("last_error").asString()).isEqualTo("delivery_expired");
    }

    @Test
    void aReportThatAProcessMayHaveTakenWithItIsWrittenAgainUnderItsId() {
        read(exhausted(now, "timeout"));
        EventRecord first = events().getLast();
        restart();
        pass(HealthProcessor.ROUND);

        assertThat(events()).containsExactly(first);
        pass(Duration.ofMinutes(5));
        assertThat(events()).isEmpty();
    }

    @Test
    void aDeletedEndpointIsForgotten() {
        read(failure(now));
        known.clear();
        pass(Duration.ofMinutes(11));

        assertThat(store().all().hasNext()).isFalse();
    }

    private void fail(int times) {
        IntStream.range(0, times).forEach(i -> read(failure(now.plusMillis(i))));
    }

    private void read(Attempt attempt) {
        driver.createInputTopic(
                        Topics.ATTEMPTS.name(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())
                .pipeInput(
                        new TestRecord<>(
                                ENDPOINT.getBytes(US_ASCII),
                                ValueCodec.attempts(IDS).encode(attempt)));
    }

    private void pass(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
    }

    private List<Object> commands() {
        return values(Context.WEBHOOKS.commands().name()).stream()
                .<Object>map(value -> COMMANDS.decode(value).body())
                .toList();
    }

    private List<EventRecord> events() {
        return values(Topics.PUBLISHED.name()).stream()
                .map(EventCodec.published(IDS)::decode)
                .toList();
    }

    private List<Integer> counts() {
        return events().stream()
                .map(event ->
                        Json.mapper()
                                .readTree(((EventPublished) requireNonNull(event.payload())).data())
                                .path("count")
                                .asInt())
                .toList();
    }

    private List<byte[]> values(String topic) {
        return driver.createOutputTopic(
                        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readValuesToList();
    }

    private KeyValueStore<Bytes, byte[]> store() {
        return driver.getKeyValueStore(HealthProcessor.STORE);
    }

    /** A process that has of the former one what this wrote to the changelog. */
    private void restart() {
        var changelog =
                driver.createOutputTopic(
                                "test" + starts + "-health-changelog",
                                new ByteArrayDeserializer(),
                                new ByteArrayDeserializer())
                        .readKeyValuesToList();
        driver.close();
        driver = started();
        assertThat(changelog).isNotEmpty();
        changelog.forEach(entry -> store().put(Bytes.wrap(entry.key), entry.value));
    }

    private TopologyTestDriver started() {
        starts++;
        Topology topology = new Topology();
        Retries.addTo(topology, DeliveryEngine.PROCESSOR, HealthParts.PROCESSOR);
        DeliveryEngine.addTo(
                topology,
                Topics.DELIVERIES,
                Topics.ATTEMPTS,
                new NoReceivers(),
                _ -> CompletableFuture.completedStage(0L),
                IDS,
                () -> now);
        HealthParts.addTo(topology, known, new Partitions(1), IDS, () -> now);
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test" + starts);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new TopologyTestDriver(topology, StreamsSettings.settingAside(properties), now);
    }

    private static final class NoReceivers implements Channel<String> {
        @Override
        public Optional<String> receiver(String lane) {
            return Optional.empty();
        }

        @Override
        public boolean isOpen(String receiver) {
            return false;
        }

        @Override
        public void attempt(Delivery delivery, String receiver, int number) {}

        @Override
        public void ended(Attempt attempt) {}
    }
}
