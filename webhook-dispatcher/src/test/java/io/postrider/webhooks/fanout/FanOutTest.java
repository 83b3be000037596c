package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.created;
import static io.postrider.webhooks.fanout.FanOutSamples.header;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunEvent.RunSucceeded;
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
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Json;
import io.postrider.schemas.json.Rendering;
import io.postrider.testkit.claims.Verifies;
import io.postrider.webhooks.endpoints.KnownEndpoints;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class FanOutTest {

    private static final String THEIRS = Id.of(IdKind.WS, new UUID(1, 2));

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final EvaluationPool POOL =
            new EvaluationPool(
                    Runnable::run, new CpuBudget(Duration.ofSeconds(6), false), () -> 0, () -> NOW);

    @TempDir Path folder;

    private final KnownEndpoints known = new KnownEndpoints();
    private final EventJson json =
            new EventJson(new Rendering("http://localhost:8080", "localhost"));
    private final FanOut fanOut = new FanOut(known, json, () -> NOW);

    @Test
    void anEventGoesToTheEndpointsOfItsWorkspaceThatWantItsType() {
        String wanting = endpoint(1, MINE, "link.*", true, NOW.minusSeconds(60));
        endpoint(2, MINE, "key.*", true, NOW.minusSeconds(60));
        endpoint(3, THEIRS, "link.*", true, NOW.minusSeconds(60));

        List<Delivery> deliveries = fanOut.deliveriesOf(created(), _ -> true);

        assertThat(deliveries).extracting(Delivery::endpoint).containsExactly(wanting);
        JsonNode body = Json.mapper().readTree(deliveries.getFirst().body());
        assertThat(body.path("id").asString()).isEqualTo(created().header().id());
        assertThat(body.path("type").asString()).isEqualTo("link.created");
        assertThat(body.path("timestamp").asString()).isEqualTo("2026-11-21T10:00:00.000Z");
        assertThat(body.path("workspace").asString()).isEqualTo(MINE);
        assertThat(body.path("data").path("short_url").asString())
                .isEqualTo("http://localhost:8080/hello");
    }

    @Test
    @Verifies("event-rights")
    void anEventIsForNoEndpointWhoseOwnerCannotReadIt() {
        WebhookEndpoint all = sample(1, MINE, "*", true, NOW.minusSeconds(60));
        known.put(with(all, "readScopes", List.of("clicks:read", "webhooks:read")));
        assertThat(fanOut.isWanted(MINE, "link.created")).isFalse();
        assertThat(fanOut.isWanted(MINE, "link.clicked")).isTrue();
        assertThat(fanOut.deliveriesOf(created(), _ -> true)).isEmpty();
        assertThat(delivered(new RecordHeaders())).isZero();

        known.put(with(all, "readScopes", List.of("links:read")));
        assertThat(fanOut.deliveriesOf(created(), _ -> true)).hasSize(1);
    }

    @Test
    @Verifies("event-rights")
    void aWebhookForEverythingReceivesTheTypesOfItsScopesWhateverTheyAre() {
        WebhookEndpoint all = sample(1, MINE, "*", true, NOW.minusSeconds(60));
        for (String scope : ReadScopes.all()) {
            known.put(with(all, "readScopes", List.of(scope)));
            ReadScopes.table()
                    .forEach((type, needed) ->
                            assertThat(fanOut.isWanted(MINE, type))
                                    .as(scope + " " + type)
                                    .isEqualTo(needed.equals(scope)));
        }
    }

    @Test
    @Verifies("event-rights")
    void aQueuedRunNamesTheTypeOfItsEvent() {
        endpoint(1, MINE, "*", true, NOW.minusSeconds(60));
        String event = created().header().id();
        Run run = Run.begun("run_1", MINE, "rul_1", 1, event, "message.received", "sealed", 1, NOW);
        EventRecord succeeded =
                new EventRecord(header("automation.run.succeeded"), new RunSucceeded(run));

        assertThat(fanOut.deliveriesOf(succeeded, _ -> true))
                .extracting(Delivery::runEventType)
                .containsExactly("message.received");
        assertThat(fanOut.deliveriesOf(created(), _ -> true))
                .extracting(Delivery::runEventType)
                .containsOnlyNulls();
    }

    @Test
    void theSameEventAndEndpointGiveTheSameDeliveryId() {
        endpoint(1, MINE, "link.created", true, NOW.minusSeconds(60));

        String first = fanOut.deliveriesOf(created(), _ -> true).getFirst().id();
        String again = fanOut.deliveriesOf(created(), _ -> true).getFirst().id();

        assertThat(first).isEqualTo(again).startsWith("dlv_");
    }

    @Test
    void aDisabledEndpointsDeliveryIsKept() {
        endpoint(1, MINE, "link.created", false, NOW.minusSeconds(60));

        assertThat(fanOut.deliveriesOf(created(), _ -> true)).hasSize(1);
    }

    @Test
    void aNewEndpointIsNotToldOfWhatHappenedBeforeIt() {
        endpoint(1, MINE, "*", true, NOW.plusSeconds(60));

        assertThat(fanOut.deliveriesOf(created(), _ -> true)).isEmpty();
    }

    @Test
    void fewerTypesStillReceiveEventsAcceptedBefore() {
        WebhookEndpoint wanting = sample(1, MINE, "link.*", true, NOW.minusSeconds(60));
        known.put(wanting);
        known.put(changed(wanting, "key.*", NOW));
        assertThat(fanOut.isWanted(MINE, "link.created")).isTrue();
        assertThat(fanOut.deliveriesOf(created(), _ -> true)).hasSize(1);

        known.clear();
        known.put(wanting);
        known.put(changed(wanting, "key.*", NOW.minusMillis(1)));
        assertThat(fanOut.deliveriesOf(created(), _ -> true)).isEmpty();
    }

    @Test
    void moreTypesDoNotReceiveEventsAcceptedLongBefore() {
        WebhookEndpoint wanting = sample(1, MINE, "key.*", true, NOW.minusSeconds(60));
        known.put(wanting);
        known.put(changed(wanting, "link.*", NOW.plusSeconds(60)));

        assertThat(fanOut.deliveriesOf(created(), _ -> true)).isEmpty();
    }

    @Test
    void aChangeOfSomethingElseChangesNoWish() {
        WebhookEndpoint wanting = sample(1, MINE, "link.*", true, NOW.minusSeconds(60));
        known.put(wanting);
        known.put(with(wanting, "updatedAt", NOW.plusSeconds(60)));

        assertThat(fanOut.deliveriesOf(created(), _ -> true)).hasSize(1);
        assertThat(known.ofWorkspace(MINE).getFirst().wishes()).hasSize(1);
    }

    @Test
    void recordsAreDeliveredWhetherTheirHeadersNameTheTypeOrNot() {
        endpoint(1, MINE, "link.created", true, NOW.minusSeconds(60));

        assertThat(delivered(CloudEventHeaders.of(header("link.created")))).isEqualTo(1);
        assertThat(delivered(new RecordHeaders())).isEqualTo(1);
    }

    @Test
    void aRecordWithoutSubscribersIsNotDelivered() {
        endpoint(1, MINE, "key.*", true, NOW.minusSeconds(60));
        endpoint(2, THEIRS, "*", true, NOW.minusSeconds(60));

        assertThat(delivered(CloudEventHeaders.of(header("link.created")))).isZero();
    }

    @Test
    void aListingIsDeliveredFromTheTopicOfListings() {
        endpoint(1, MINE, "link.listed", true, NOW.minusSeconds(60));
        EventHeader header = header("link.listed");
        byte[] listing =
                EventCodec.listings(IDS)
                        .encode(new EventRecord(header, new LinkListed(0, List.of(), Map.of())));

        assertThat(delivered(Topics.LISTINGS, listing, CloudEventHeaders.of(header))).isEqualTo(1);
    }

    @Test
    void anEventThatCannotBeReadIsSetAside() {
        endpoint(1, MINE, "link.created", true, NOW.minusSeconds(60));
        Headers headers = CloudEventHeaders.of(header("link.created"));

        assertThat(written(Topics.DELIVERIES, Context.LINKS.events(), new byte[] {1}, headers))
                .isZero();
        assertThat(written(Topics.DEAD_LETTERS, Context.LINKS.events(), new byte[] {1}, headers))
                .isEqualTo(1);
    }

    /** How many deliveries the topology makes of a link's creation with these headers. */
    private long delivered(Headers headers) {
        byte[] creation = EventCodec.of(Context.LINKS, IDS).encode(created());
        return delivered(Context.LINKS.events(), creation, headers);
    }

    private long delivered(Topic topic, byte[] value, Headers headers) {
        return written(Topics.DELIVERIES, topic, value, headers);
    }

    private static final Bounds BOUNDS = new Bounds(new SimpleMeterRegistry());

    private long written(Topic to, Topic topic, byte[] value, Headers headers) {
        Topology topology = new Topology();
        Retries.addTo(topology, FanOutParts.PROCESSOR);
        FanOutParts.addTo(
                topology, known, () -> {}, json, new Partitions(4), POOL, IDS, () -> NOW, BOUNDS);
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        try (TopologyTestDriver driver =
                new TopologyTestDriver(topology, StreamsSettings.settingAside(properties))) {
            driver.createInputTopic(
                            topic.name(), new ByteArraySerializer(), new ByteArraySerializer())
                    .pipeInput(new TestRecord<>(new byte[] {1}, value, headers));
            return driver.createOutputTopic(
                            to.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                    .getQueueSize();
        }
    }

    private String endpoint(
            int n, String workspace, String type, boolean enabled, Instant createdAt) {
        WebhookEndpoint endpoint = sample(n, workspace, type, enabled, createdAt);
        known.put(endpoint);
        return endpoint.id();
    }

    private static WebhookEndpoint changed(WebhookEndpoint endpoint, String type, Instant at) {
        return with(with(endpoint, "eventTypes", List.of(type)), "updatedAt", at);
    }
}
