package io.postrider.standalone;

import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.settings.Between;
import io.postrider.platform.settings.Settings;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DurationUnit;

/**
 * The log that this process works on: its own broker, or a cluster. It exists before any bean, so that a wait for it can end at
 * any time.
 *
 * @param broker the embedded broker; null with a cluster
 */
record KafkaModule(KafkaSettings settings, @Nullable EmbeddedBroker broker)
        implements AutoCloseable {

    /**
     * The settings of topics and the embedded broker as the operator writes them.
     *
     * @param partitions the number of partitions per topic
     * @param replication the number of replicas of each topic; a write requires one fewer in sync
     * @param auditRetention the number of days for which denied requests and sign-ins, which are not events, are stored for the
     *     audit log
     * @param kafkaPort the loopback port of the embedded broker
     */
    @ConfigurationProperties("postrider")
    record Topics(
            @Between(max = KafkaSettings.PARTITIONS_MAX) @Nullable Integer partitions,
            @DefaultValue("3") @Between(max = 9) int replication,
            @Name("audit-days")
                    @DefaultValue("365")
                    @DurationUnit(ChronoUnit.DAYS)
                    @Between(max = 36_500)
                    Duration auditRetention,
            @Between(max = 65_535) @Nullable Integer kafkaPort) {}

    private static Topics topics(Settings settings) {
        return settings.bind(Topics.class);
    }

    /** The log before its topics are checked. */
    static KafkaModule open(
            Settings settings, ServiceSettings services, Consumer<String> progress) {
        String bootstrap = settings.bootstrap();
        if (bootstrap == null) {
            EmbeddedBrokerSettings broker = broker(settings);
            progress.accept("starting the broker");
            return embedded(settings, services, EmbeddedBroker.start(broker));
        }
        progress.accept("using the Kafka cluster at " + bootstrap);
        return new KafkaModule(cluster(settings, services, bootstrap), null);
    }

    private static KafkaModule embedded(
            Settings settings, ServiceSettings services, EmbeddedBroker broker) {
        try {
            KafkaSettings single =
                    single(
                            settings,
                            services,
                            broker.bootstrapServers(),
                            broker.clientProperties());
            return new KafkaModule(ClientFile.writtenFor(settings, single), broker);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** Waits for the cluster, and returns the log with every topic as it must be. */
    KafkaModule provisioned(Settings written, Consumer<String> progress) {
        Duration audit = topics(written).auditRetention();
        return new KafkaModule(
                TopicProvisioner.provision(
                        settings.withAuditRetention(audit), adopts(written), progress),
                broker);
    }

    @Override
    public void close() {
        if (broker != null) {
            broker.close();
        }
    }

    /**
     * Reads what a start reads of the log; the settings of a cluster, or empty for the embedded broker.
     *
     * @throws Settings.SettingException for the first setting that cannot be used
     */
    static Optional<KafkaSettings> read(Settings settings, ServiceSettings services) {
        Duration audit = topics(settings).auditRetention();
        String bootstrap = settings.bootstrap();
        if (bootstrap == null) {
            var _ = brokerPort(settings);
            var _ = brokerFolder(settings);
            return Optional.empty();
        }
        return Optional.of(cluster(settings, services, bootstrap).withAuditRetention(audit));
    }

    /** Whether the existing topics decide the number of partitions. */
    static boolean adopts(Settings settings) {
        return topics(settings).partitions() == null;
    }

    /** The settings of an embedded broker that runs. */
    static KafkaSettings single(
            Settings settings, ServiceSettings services, String servers, ClientProperties client) {
        return KafkaSettings.single(servers, durability(settings), services.nodeId())
                .withPartitions(partitions(settings))
                .withClient(client);
    }

    private static KafkaSettings cluster(
            Settings settings, ServiceSettings services, String bootstrap) {
        int partitions = partitions(settings);
        int replicas = topics(settings).replication();
        return Settings.parsed(
                settings.bootstrapName(),
                bootstrap,
                servers ->
                        KafkaSettings.cluster(
                                        servers, replicas, durability(settings), services.nodeId())
                                .withPartitions(partitions)
                                .withClient(ClientPropertiesReader.read(settings)));
    }

    private static Durability durability(Settings settings) {
        return settings.fsync() ? Durability.FSYNC : Durability.REPLICATED;
    }

    private static int partitions(Settings settings) {
        Integer asked = topics(settings).partitions();
        if (asked != null) {
            return asked;
        }
        return settings.bootstrap() == null
                ? KafkaSettings.SINGLE_PARTITIONS
                : KafkaSettings.CLUSTER_PARTITIONS;
    }

    private static EmbeddedBrokerSettings broker(Settings settings) {
        OptionalInt asked = brokerPort(settings);
        return new EmbeddedBrokerSettings(
                brokerFolder(settings),
                BrokerPorts.choose(asked, settings.port()),
                durability(settings),
                Optional.of(DataFolder.secrets(settings).resolve(DataFolder.BROKER)));
    }

    /** The port that the settings demand for the embedded broker. */
    static OptionalInt brokerPort(Settings settings) {
        Integer asked = topics(settings).kafkaPort();
        if (asked == null) {
            return OptionalInt.empty();
        }
        if (asked == settings.port()) {
            throw new Settings.SettingException(
                    BrokerPorts.VARIABLE,
                    Integer.toString(settings.port()),
                    "another port than " + Settings.PORT);
        }
        return OptionalInt.of(asked);
    }

    private static Path brokerFolder(Settings settings) {
        Path folder = settings.dataDir().resolve(DataFolder.BROKER).toAbsolutePath().normalize();
        if (folder.toString().contains(",")) {
            // Kafka would read a comma as several folders.
            throw new Settings.SettingException(
                    Settings.DATA_DIR,
                    settings.dataDir().toString(),
                    "a path without a comma, for the embedded broker");
        }
        return folder;
    }
}
