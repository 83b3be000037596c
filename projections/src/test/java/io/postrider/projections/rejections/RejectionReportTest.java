package io.postrider.projections.rejections;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.RejectedRecords;
import io.postrider.domain.workspaces.WorkspaceCommand.ReportRejections;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.Sample;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RejectionReportTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant MINUTE = Instant.parse("2026-11-21T10:00:00Z");
    private static final String SHOP = Sample.id(IdKind.WS, 1);
    private static final String OTHER = Sample.id(IdKind.WS, 2);
    private static final String BUG = "java.lang.IllegalStateException";

    @TempDir Path folder;
    private TopologyTestDriver driver;
    private TestInputTopic<byte[], byte[]> letters;
    private TestOutputTopic<byte[], byte[]> commands;
    private int offset;

    @BeforeEach
    void open() {
        Topology topology = new Topology();
        RejectionReport.addTo(topology, IDS, new Partitions(1), Stores::inMemoryKeyValueStore);
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "postrider-clicks");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        driver =
                new TopologyTestDriver(
                        topology, StreamsSettings.settingAside(properties), MINUTE.plusSeconds(50));
        letters =
                driver.createInputTopic(
                        Topics.DEAD_LETTERS.name(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        commands =
                driver.createOutputTopic(
                        Context.WORKSPACES.commands().name(),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer());
    }

    @AfterEach
    void close() {
        driver.close();
    }

    @Test
    void eachWorkspaceHearsOncePerApplicationAndMinute() {
        read("postrider-webhooks", SHOP, BUG);
        read("postrider-webhooks", SHOP, "java.lang.ArithmeticException");
        read("postrider-automation", SHOP, BUG);
        read("postrider-webhooks", OTHER, BUG);
        read("postrider-webhooks", null, BUG);
        read("view-history", SHOP, BUG);
        assertThat(commands.isEmpty()).isTrue();

        driver.advanceWallClockTime(Duration.ofSeconds(11));

        assertThat(reported())
                .containsExactlyInAnyOrder(
                        Map.entry(SHOP, rejected("postrider-webhooks", 0, 2)),
                        Map.entry(SHOP, rejected("postrider-automation", 0, 1)),
                        Map.entry(OTHER, rejected("postrider-webhooks", 0, 1)));

        read("postrider-webhooks", SHOP, BUG);
        driver.advanceWallClockTime(Duration.ofMinutes(1));
        driver.advanceWallClockTime(Duration.ofMinutes(1));

        assertThat(reported())
                .containsExactly(Map.entry(SHOP, rejected("postrider-webhooks", 1, 1)));
    }

    @Test
    void theCommandOfAMinuteIsTheSameHoweverOftenItIsMade() {
        read("postrider-webhooks", SHOP, BUG);
        driver.advanceWallClockTime(Duration.ofSeconds(11));
        CommandRecord first = decoded(commands.readValue());
        close();
        open();
        read("postrider-webhooks", SHOP, BUG);
        driver.advanceWallClockTime(Duration.ofSeconds(11));

        CommandRecord again = decoded(commands.readValue());

        assertThat(again.header().id()).isEqualTo(first.header().id());
        assertThat(again.header().idempotency()).isEqualTo(first.header().idempotency());
        assertThat(first.header().idempotency()).isNotNull();
    }

    @Test
    void aCountThatCannotBeReadIsTheOnlyOneOfItsRound() {
        KeyValueStore<Bytes, byte[]> counts = driver.getKeyValueStore("rejections");
        counts.put(new Count.Key(MINUTE, OTHER, "a").bytes(), new byte[] {1});
        read("postrider-webhooks", SHOP, BUG);
        read("postrider-webhooks", OTHER, BUG);

        driver.advanceWallClockTime(Duration.ofSeconds(11));

        assertThat(reported()).hasSize(2);
    }

    @Test
    void aLetterThatCannotBeReadBringsAboutNoLetter() {
        letters.pipeInput("id".getBytes(UTF_8), new byte[] {1});
        letters.pipeInput("id".getBytes(UTF_8), (byte[]) null);
        read("postrider-webhooks", SHOP, BUG);
        driver.advanceWallClockTime(Duration.ofSeconds(11));

        assertThat(reported()).hasSize(1);
        assertThat(driver.producedTopicNames()).doesNotContain(Topics.DEAD_LETTERS.name());
    }

    private static RejectedRecords rejected(String application, int minute, int count) {
        return new RejectedRecords(
                application, MINUTE.plus(Duration.ofMinutes(minute)), count, BUG);
    }

    private List<Map.Entry<String, RejectedRecords>> reported() {
        return commands.readKeyValuesToList().stream()
                .map(read ->
                        Map.entry(
                                new String(read.key, UTF_8),
                                ((ReportRejections) requireNonNull(decoded(read.value).body()))
                                        .rejected()))
                .toList();
    }

    private static CommandRecord decoded(byte[] value) {
        return CommandCodec.of(Context.WORKSPACES, IDS).decode(value);
    }

    private void read(String application, @Nullable String workspace, String exception) {
        DeadLetter letter =
                new DeadLetter(
                        application,
                        "fan-out",
                        "postrider.events.links.v1",
                        0,
                        offset++,
                        MINUTE,
                        new byte[0],
                        new byte[0],
                        0,
                        "",
                        Map.of(),
                        workspace,
                        exception,
                        "",
                        MINUTE);
        letters.pipeInput(letter.id().getBytes(UTF_8), ValueCodec.deadLetters(IDS).encode(letter));
    }
}
