package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.threads.BackgroundThrottle;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClicksTopologyTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

    private final ValueCodec<RawClick> raw = ValueCodec.rawClicks(IDS);
    private final Topology topology = topology();

    @TempDir Path folder;
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> in;
    private TestOutputTopic<byte[], byte[]> out;

    static Topology topology() {
        Topology all = new Topology();
        ClicksTopology.addTo(
                all,
                IDS,
                new Partitions(4),
                new byte[] {1},
                new BackgroundThrottle(() -> 0),
                new Bounds(new SimpleMeterRegistry()),
                Stores::persistentKeyValueStore);
        return all;
    }

    @BeforeEach
    void open() {
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver = new TopologyTestDriver(topology, StreamsSettings.settingAside(properties));
        in =
                driver.createInputTopic(
                        Topics.CLICKS_RAW.name(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        out =
                driver.createOutputTopic(
                        Topics.CLICKS.name(),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    @Verifies("visitor-hash")
    void aClickBecomesPublicOnceUnderItsLinkWithoutTheAddress() {
        send(1);
        send(1);
        send(2);

        List<TestRecord<byte[], byte[]>> records = out.readRecordsToList();
        assertThat(records).hasSize(2);
        assertThat(new String(records.getFirst().key(), StandardCharsets.UTF_8)).isEqualTo("lnk_1");
        EventRecord event = EventCodec.clicks(IDS).decode(records.getFirst().value());
        assertThat(event.header().type()).isEqualTo("link.clicked");
        assertThat(
                        new String(
                                records.getFirst().headers().lastHeader("ce_id").value(),
                                StandardCharsets.UTF_8))
                .isEqualTo(event.header().id());
        assertThat(new String(records.getFirst().value(), StandardCharsets.ISO_8859_1))
                .doesNotContain("\u00c0\u00a8\u0001\u0002");
    }

    @Test
    void aClickFromTheFutureGetsTheTimeOfItsAppend() {
        pipe(click(1, AT.plus(Duration.ofDays(8))), AT);

        TestRecord<byte[], byte[]> record = out.readRecord();
        assertThat(record.timestamp()).isEqualTo(AT.toEpochMilli());
        EventRecord event = EventCodec.clicks(IDS).decode(record.value());
        assertThat(event.header().time()).isEqualTo(AT);
        assertThat(event.payload())
                .isInstanceOfSatisfying(
                        LinkClicked.class,
                        clicked -> assertThat(clicked.click().at()).isEqualTo(AT));
    }

    @Test
    void aClickThatWaitedInItsSpoolKeepsItsTime() {
        pipe(click(1, AT), AT.plus(Duration.ofDays(6)));

        TestRecord<byte[], byte[]> record = out.readRecord();
        assertThat(record.timestamp()).isEqualTo(AT.toEpochMilli());
        assertThat(EventCodec.clicks(IDS).decode(record.value()).header().time()).isEqualTo(AT);
    }

    @Test
    void aClickFromBeforeAllTimeIsPublicToo() {
        pipe(click(1, Instant.ofEpochMilli(-1)), AT);

        assertThat(out.readRecord().timestamp()).isZero();
    }

    @Test
    void undecodableClicksAreSetAside() {
        in.pipeInput(new byte[] {1}, new byte[] {1, 2, 3});
        send(1);

        assertThat(out.readRecordsToList()).hasSize(1);
    }

    @Test
    void theTopologyIsTheOneThatItsStoresWereWrittenBy() {
        assertThat(topology.describe().toString())
                .isEqualTo(
                        """
                        Topologies:
                           Sub-topology: 0
                            Source: retry-records (topics: [postrider.retries.v1])
                              --> retries
                            Source: raw (topics: [postrider.clicks.raw.v1])
                              --> enrich
                            Processor: retries (stores: [])
                              --> enrich
                              <-- retry-records
                            Processor: enrich (stores: [sequences])
                              --> public
                              <-- raw, retries
                            Sink: public (topic: postrider.clicks.v1)
                              <-- enrich

                          Sub-topology: 1
                            Source: rejected-letters (topics: [postrider.dead-letters.v1])
                              --> report-rejections
                            Processor: report-rejections (stores: [rejections])
                              --> rejection-commands
                              <-- rejected-letters
                            Sink: rejection-commands (topic: postrider.commands.workspaces.v1)
                              <-- report-rejections

                        """);
    }

    @Test
    void ledgersOfLanesThatAreGoneAreRemovedAFewAtATime() {
        int gone = 3 * LedgerSweep.LEDGERS_MAX;
        for (int i = 0; i < gone; i++) {
            send("gone-" + i, 1, AT);
        }
        Instant later = AT.plus(Duration.ofDays(30)).plusSeconds(1);
        send("node", 1, later);
        assertThat(ledgers()).hasSizeBetween(1 + gone - LedgerSweep.LEDGERS_MAX, gone);

        for (int minute = 1; minute <= 4; minute++) {
            send("node", 1 + minute, later.plus(Duration.ofMinutes(minute)));
        }

        assertThat(ledgers()).containsExactly("node/0");
    }

    @Test
    void aLaneThatPausedForLessThanAMonthIsStillKnown() {
        send("node", 1, AT);
        for (int day = 1; day <= 29; day++) {
            send("other", day, AT.plus(Duration.ofDays(day)));
        }
        assertThat(out.readRecordsToList()).hasSize(30);

        send("node", 1, AT.plus(Duration.ofDays(30)));

        assertThat(out.readRecordsToList()).isEmpty();
    }

    private List<String> ledgers() {
        List<String> names = new ArrayList<>();
        KeyValueStore<Bytes, byte[]> store = driver.getKeyValueStore(ClickProcessor.SEQUENCES);
        try (KeyValueIterator<Bytes, byte[]> entries = store.all()) {
            entries.forEachRemaining(
                    entry -> names.add(new String(entry.key.get(), StandardCharsets.UTF_8)));
        }
        return names;
    }

    private void send(long sequence) {
        send("node", sequence, AT);
    }

    private void send(String node, long sequence, Instant at) {
        pipe(click(node, sequence, AT), at);
    }

    private void pipe(RawClick click, Instant appended) {
        in.pipeInput(
                (click.node() + "/0").getBytes(StandardCharsets.UTF_8),
                raw.encode(click),
                appended);
    }

    private static RawClick click(long sequence, Instant at) {
        return click("node", sequence, at);
    }

    static RawClick click(String node, long sequence, Instant at) {
        return new RawClick(
                node,
                0,
                sequence,
                at,
                "ws_1",
                "lnk_1",
                1,
                "localhost",
                "hello",
                "https://example.com/",
                302,
                "GET",
                null,
                null,
                new byte[] {(byte) 192, (byte) 168, 1, 2},
                "curl/8",
                null,
                null,
                null,
                null,
                null);
    }
}
