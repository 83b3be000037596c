package io.postrider.projections.clicks;

import static io.postrider.projections.clicks.ClicksTopologyTest.click;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.postrider.platform.streams.RetriedRecord;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.streams.Faults;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each processor of the stream of clicks throws on one record among those of a hundred clicks. */
class FaultsTest {

    private static final int CLICKS = 100;
    private static final int BAD = 42;
    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir Path folder;

    @TestFactory
    List<DynamicTest> oneRecordIsSetAsideAndARetryBringsItThrough() {
        try (TopologyTestDriver driver = started("any")) {
            return Faults.processors(driver, Retries.NAME).stream()
                    .map(processor -> dynamicTest(processor, () -> fail(processor)))
                    .toList();
        }
    }

    private void fail(String processor) {
        try (TopologyTestDriver driver = started(processor)) {
            Faults faults = Faults.of(driver, processor);
            Faults clicks = processor.equals("enrich") ? faults : Faults.of(driver, "enrich");
            for (int i = 0; i < CLICKS; i++) {
                if (i == BAD) {
                    faults.arm(0);
                    clicks.arm(0);
                }
                read(driver, i);
            }

            List<DeadLetter> letters = letters(driver);
            assertThat(letters)
                    .as("a letter that cannot be counted brings about no other")
                    .singleElement()
                    .satisfies(letter -> {
                        assertThat(letter.id())
                                .isEqualTo("test/" + Topics.CLICKS_RAW.name() + "/0/" + BAD);
                        assertThat(letter.processor()).isEqualTo("enrich");
                        assertThat(letter.exception())
                                .isEqualTo(UndecodableException.class.getName());
                    });
            assertThat(faults.thrown()).hasSize(1);
            assertThat(written(driver, Topics.CLICKS)).hasSize(CLICKS - 1);

            retry(driver, letters.getFirst());

            assertThat(written(driver, Topics.CLICKS)).hasSize(1);
            assertThat(letters(driver)).isEmpty();
        }
    }

    private TopologyTestDriver started(String name) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve(name).toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return new TopologyTestDriver(
                ClicksTopologyTest.topology(), StreamsSettings.settingAside(properties));
    }

    private static void read(TopologyTestDriver driver, int number) {
        pipe(
                driver,
                Topics.CLICKS_RAW,
                new TestRecord<>(
                        "node/0".getBytes(UTF_8),
                        ValueCodec.rawClicks(IDS).encode(click("node", 1 + number, AT)),
                        AT));
    }

    private static void retry(TopologyTestDriver driver, DeadLetter letter) {
        pipe(
                driver,
                Topics.RETRIES,
                new TestRecord<>(
                        letter.key(),
                        letter.value(),
                        RetriedRecord.of(letter).headers(letter.headers())));
    }

    private static void pipe(
            TopologyTestDriver driver, Topic topic, TestRecord<byte[], byte[]> record) {
        driver.createInputTopic(topic.name(), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(record);
    }

    private static List<DeadLetter> letters(TopologyTestDriver driver) {
        return written(driver, Topics.DEAD_LETTERS).stream()
                .map(ValueCodec.deadLetters(IDS)::decode)
                .toList();
    }

    private static List<byte[]> written(TopologyTestDriver driver, Topic topic) {
        return driver.createOutputTopic(
                        topic.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readValuesToList();
    }
}
