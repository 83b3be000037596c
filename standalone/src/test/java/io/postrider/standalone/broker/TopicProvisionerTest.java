package io.postrider.standalone.broker;

import static io.postrider.platform.kafka.Durability.FSYNC;
import static io.postrider.platform.kafka.Durability.REPLICATED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.ConfigMismatch;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.LogMisconfiguredException;
import io.postrider.platform.kafka.LogUnreachableException;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class TopicProvisionerTest {

    /** More lists than a start asks for within the time of an unchanged setting. */
    private static final int LISTED_LATE = 12;

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static Admin admin;

    private final List<String> progress = new ArrayList<>();

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder, REPLICATED);
        admin = Brokers.admin(broker);
    }

    @AfterAll
    static void stop() {
        admin.close(Duration.ofSeconds(5));
        broker.close();
    }

    @BeforeEach
    void noTopics() throws Exception {
        Brokers.get(admin.deleteTopics(names()).all());
        await().until(() -> names().isEmpty());
    }

    @Test
    void everyTopicOfTheCatalogueIsCreatedOnce() throws Exception {
        provision(REPLICATED);
        provision(REPLICATED);

        assertThat(names())
                .containsExactlyInAnyOrderElementsOf(
                        Topics.all().stream().map(Topic::name).toList());
        assertThat(progress)
                .filteredOn(line -> line.startsWith("Creating") || line.endsWith("checked"))
                .containsExactly(
                        "Creating %d topics".formatted(Topics.all().size()),
                        "%d topics checked".formatted(Topics.all().size()),
                        "%d topics checked".formatted(Topics.all().size()));
        assertThat(Brokers.get(admin.describeTopics(names()).allTopicNames()).values())
                .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(4));
    }

    @Test
    void aTopicOfRecordIsFlushedForFsyncAndLastUsesAreNot() throws Exception {
        provision(FSYNC);

        assertThat(flush(Topics.events(Context.LINKS).name())).isEqualTo("1");
        assertThat(flush("__consumer_offsets")).isEqualTo("1");
        assertThat(flush("__transaction_state")).isEqualTo("1");
        assertThat(flush(Topics.CLICKS_RAW.name())).isEqualTo("1");
        assertThat(flush(Topics.DELIVERIES.name())).isEqualTo("1");
        assertThat(flush(Topics.LAST_SEEN.name())).isNotEqualTo("1");
    }

    /** A busy cluster takes seconds to create a topic of its own, and each of several nodes asks for it. */
    @Test
    void aTopicOfKafkasOwnThatAppearsLateIsFlushedToo() throws Exception {
        provision(FSYNC);
        unflush("__consumer_offsets");
        unflush("__transaction_state");
        AtomicInteger listed = new AtomicInteger();
        Admin busy =
                (Admin)
                        Proxy.newProxyInstance(
                                Admin.class.getClassLoader(),
                                new Class<?>[] {Admin.class},
                                (_, method, arguments) ->
                                        method.getName().equals("listTopics")
                                                        && listed.incrementAndGet() <= LISTED_LATE
                                                ? admin.listTopics()
                                                : method.invoke(admin, arguments));
        AtomicLong seconds = new AtomicLong();

        var _ =
                new TopicProvisioner(
                                Brokers.settings(broker, FSYNC),
                                false,
                                busy,
                                Duration.ofMinutes(1),
                                () -> Duration.ofSeconds(seconds.incrementAndGet()).toNanos(),
                                progress::add)
                        .provision();

        assertThat(listed).hasValueGreaterThan(LISTED_LATE);
        assertThat(flush("__consumer_offsets")).isEqualTo("1");
        assertThat(flush("__transaction_state")).isEqualTo("1");
    }

    private static void unflush(String topic) throws Exception {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        var operation =
                new AlterConfigOp(
                        new ConfigEntry("flush.messages", ""), AlterConfigOp.OpType.DELETE);
        Brokers.get(admin.incrementalAlterConfigs(Map.of(resource, List.of(operation))).all());
        await().until(() -> !flush(topic).equals("1"));
    }

    @Test
    void theRetentionOfTheAuditFollowsItsSetting() throws Exception {
        provision(REPLICATED);
        assertThat(retention(Topics.AUDIT)).isEqualTo(millis(365));

        for (int days : List.of(30, 400)) {
            KafkaSettings changed =
                    Brokers.settings(broker, REPLICATED).withAuditRetention(Duration.ofDays(days));
            TopicProvisioner.provision(changed, false, progress::add);
            assertThat(retention(Topics.AUDIT)).isEqualTo(millis(days));
        }
    }

    private static String retention(Topic topic) throws Exception {
        return Brokers.config(
                admin, new ConfigResource(ConfigResource.Type.TOPIC, topic.name()), "retention.ms");
    }

    private static String millis(int days) {
        return Long.toString(Duration.ofDays(days).toMillis());
    }

    @Test
    void theFlushFollowsTheDurability() throws Exception {
        String events = Topics.events(Context.KEYS).name();
        String changelog = "postrider-identity-decider-aggregates-changelog";
        Brokers.get(admin.createTopics(List.of(new NewTopic(changelog, 4, (short) 1))).all());

        provision(REPLICATED);
        assertThat(List.of(flush(events), flush(changelog))).doesNotContain("1");

        provision(FSYNC);
        assertThat(List.of(flush(events), flush(changelog))).containsOnly("1");

        provision(REPLICATED);
        assertThat(List.of(flush(events), flush(changelog))).doesNotContain("1");
    }

    @Test
    void everyWrongSettingIsNamed() throws Exception {
        Brokers.get(
                admin.createTopics(
                                List.of(
                                        wrong(
                                                Topics.ATTEMPTS.name(),
                                                4,
                                                "min.insync.replicas",
                                                "2"),
                                        wrong(
                                                Topics.events(Context.LINKS).name(),
                                                4,
                                                "cleanup.policy",
                                                "compact")))
                        .all());

        LogMisconfiguredException refusal =
                catchThrowableOfType(LogMisconfiguredException.class, () -> provision(REPLICATED));

        String links = Topics.events(Context.LINKS).name();
        assertThat(refusal.findings())
                .contains(
                        new ConfigMismatch(Topics.ATTEMPTS.name(), "min.insync.replicas", "2", "1"),
                        new ConfigMismatch(links, "cleanup.policy", "compact", "delete"),
                        new ConfigMismatch(links, "retention.ms", "604800000", "-1"));
        assertThat(refusal)
                .hasMessageContaining(broker.bootstrapServers())
                .hasMessageContaining(
                        "postrider.attempts.v1: min.insync.replicas is 2, expected 1");
        assertThat(refusal.findings())
                .extracting(ConfigMismatch::subject)
                .containsOnly(Topics.ATTEMPTS.name(), links);
    }

    @Test
    void aTopicThatCouldRefuseARecordForItsTimeIsNamed() throws Exception {
        String clicks = Topics.CLICKS.name();
        String commands = Topics.commands(Context.KEYS).name();
        Brokers.get(
                admin.createTopics(
                                List.of(
                                        wrong(clicks, 4, "message.timestamp.after.max.ms", "1000"),
                                        wrong(commands, 4, "message.timestamp.type", "CreateTime")))
                        .all());
        // A topic is there before every broker says so.
        await().until(() -> names().containsAll(List.of(clicks, commands)));

        assertThat(
                        catchThrowableOfType(
                                        LogMisconfiguredException.class,
                                        () -> provision(REPLICATED))
                                .findings())
                .contains(
                        new ConfigMismatch(
                                clicks,
                                "message.timestamp.after.max.ms",
                                "1000",
                                Long.toString(Long.MAX_VALUE)),
                        new ConfigMismatch(
                                commands, "message.timestamp.type", "CreateTime", "LogAppendTime"));
    }

    @Test
    void noTopicRefusesARecordForTheClockOfItsNode() throws Exception {
        provision(REPLICATED);
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            for (Topic topic : Topics.all()) {
                for (int days : new int[] {8, -8, 8_000, -8_000}) {
                    long time = Instant.now().plus(Duration.ofDays(days)).toEpochMilli();
                    var record =
                            new ProducerRecord<>(
                                    topic.name(), 0, time, new byte[] {1}, new byte[] {1});
                    assertThat(producer.send(record))
                            .as("%s, %d days ahead", topic, days)
                            .succeedsWithin(Duration.ofSeconds(30));
                }
            }
        }
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Brokers.client(broker), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Test
    void anotherNumberOfPartitionsIsRefusedBeforeAnythingIsCreated() throws Exception {
        String clicks = Topics.CLICKS.name();
        Brokers.get(admin.createTopics(List.of(new NewTopic(clicks, 3, (short) 1))).all());
        // A topic is there before every broker says so.
        await().until(() -> names().contains(clicks));

        assertThat(
                        catchThrowableOfType(
                                LogMisconfiguredException.class, () -> provision(REPLICATED)))
                .hasMessageEndingWith(
                        clicks + ": number of partitions is 3, expected 4 (POSTRIDER_PARTITIONS)");
        assertThat(names()).containsExactly(clicks);
    }

    @Test
    void topicsThatExistDecideHowManyPartitionsThereAre() throws Exception {
        KafkaSettings asked = Brokers.settings(broker, REPLICATED);
        var _ = provision(asked.withPartitions(3), true);
        Brokers.get(admin.deleteTopics(List.of(Topics.CLICKS.name())).all());
        await().until(() -> !names().contains(Topics.CLICKS.name()));

        assertThat(provision(asked, true)).isEqualTo(asked.withPartitions(3));

        assertThat(Brokers.get(admin.describeTopics(names()).allTopicNames()).values())
                .hasSize(Topics.all().size())
                .allSatisfy(topic -> assertThat(topic.partitions()).hasSize(3));
    }

    @Test
    void tooFewReplicasAreNamed() {
        provision(REPLICATED);
        KafkaSettings three =
                new KafkaSettings(broker.bootstrapServers(), 4, 3, 2, REPLICATED, "n1")
                        .withClient(broker.clientProperties());
        TopicProvisioner provisioner =
                new TopicProvisioner(
                        three, false, admin, Duration.ZERO, System::nanoTime, progress::add);

        assertThat(catchThrowableOfType(LogUnreachableException.class, provisioner::provision))
                .hasMessageContaining(
                        "has 1 of the 3 brokers that the replication factor requires");
    }

    @Test
    void transactionsThatCouldTearAreRefused() throws Exception {
        setTransactions((short) 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
        try {
            assertThat(
                            catchThrowableOfType(
                                            LogMisconfiguredException.class,
                                            () -> provision(REPLICATED))
                                    .findings())
                    .containsExactly(
                            new ConfigMismatch(
                                    "the cluster", "transaction.version", "1", "at least 2"));
        } finally {
            setTransactions((short) 2, FeatureUpdate.UpgradeType.UPGRADE);
        }
    }

    private KafkaSettings provision(KafkaSettings settings, boolean adopts) {
        return TopicProvisioner.provision(settings, adopts, progress::add);
    }

    private void provision(Durability durability) {
        var _ = provision(Brokers.settings(broker, durability), false);
    }

    private static void setTransactions(short level, FeatureUpdate.UpgradeType how)
            throws Exception {
        Brokers.get(
                admin.updateFeatures(
                                Map.of("transaction.version", new FeatureUpdate(level, how)),
                                new UpdateFeaturesOptions())
                        .all());
        await().until(() -> transactions() == level);
    }

    private static short transactions() throws Exception {
        var range =
                Brokers.get(admin.describeFeatures().featureMetadata())
                        .finalizedFeatures()
                        .get("transaction.version");
        return range == null ? 0 : range.maxVersionLevel();
    }

    private static NewTopic wrong(String name, int partitions, String setting, String value) {
        return new NewTopic(name, partitions, (short) 1).configs(Map.of(setting, value));
    }

    private static Set<String> names() throws Exception {
        return Brokers.get(admin.listTopics(new ListTopicsOptions()).names()).stream()
                .filter(name -> name.startsWith("postrider"))
                .collect(Collectors.toSet());
    }

    private static String flush(String topic) throws Exception {
        var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return Brokers.config(admin, resource, "flush.messages");
    }
}
