package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaHealth;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.meters.ClientMeters;
import io.postrider.platform.settings.Settings;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The log that this process works on: its own broker, or a cluster. */
record KafkaModule(KafkaSettings settings, KafkaHealth health) {

    private static final String AUDIT_DAYS = "POSTRIDER_AUDIT_DAYS";
    private static final String PARTITIONS = "POSTRIDER_PARTITIONS";

    /** Brings the log up, with every topic as it must be. */
    static KafkaModule start(
            Settings settings,
            ServiceSettings services,
            ShutdownOrder closing,
            MeterRegistry meters,
            Consumer<String> progress) {
        KafkaSettings log =
                TopicProvisioner.provision(
                        log(settings, services, closing, progress)
                                .withAuditRetention(auditRetention(settings))
                                .withMeters(new ClientMeters(meters)),
                        adopts(settings),
                        progress);
        return new KafkaModule(log, closing.add(KafkaHealth.watching(log)));
    }

    private static Duration auditRetention(Settings settings) {
        int otherwise = Math.toIntExact(KafkaSettings.AUDIT_RETENTION.toDays());
        return Duration.ofDays(settings.number(AUDIT_DAYS, otherwise, 1, 36_500));
    }

    private static KafkaSettings log(
            Settings settings,
            ServiceSettings services,
            ShutdownOrder closing,
            Consumer<String> progress) {
        String bootstrap = settings.bootstrap();
        if (bootstrap == null) {
            EmbeddedBrokerSettings broker = broker(settings);
            progress.accept("starting the broker");
            EmbeddedBroker started = closing.add(EmbeddedBroker.start(broker));
            return ClientFile.writtenFor(
                    settings,
                    single(
                            settings,
                            services,
                            started.bootstrapServers(),
                            started.clientProperties()));
        }
        progress.accept("using the Kafka cluster at " + bootstrap);
        return cluster(settings, services, bootstrap);
    }

    /**
     * Reads what a start reads of the log; the settings of a cluster, or empty for the embedded broker.
     *
     * @throws Settings.SettingException for the first setting that cannot be used
     */
    static Optional<KafkaSettings> read(Settings settings, ServiceSettings services) {
        Duration audit = auditRetention(settings);
        String bootstrap = settings.bootstrap();
        if (bootstrap == null) {
            var _ = partitions(settings);
            var _ = brokerPort(settings);
            var _ = brokerFolder(settings);
            return Optional.empty();
        }
        return Optional.of(cluster(settings, services, bootstrap).withAuditRetention(audit));
    }

    /** Whether the existing topics decide the number of partitions. */
    static boolean adopts(Settings settings) {
        return settings.text(PARTITIONS).isEmpty();
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
        int replicas = settings.number("POSTRIDER_REPLICATION", 3, 1, 9);
        return Settings.parsed(
                "POSTRIDER_KAFKA_BOOTSTRAP",
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
        int otherwise =
                settings.bootstrap() == null
                        ? KafkaSettings.SINGLE_PARTITIONS
                        : KafkaSettings.CLUSTER_PARTITIONS;
        return settings.number(PARTITIONS, otherwise, 1, KafkaSettings.PARTITIONS_MAX);
    }

    private static EmbeddedBrokerSettings broker(Settings settings) {
        var _ = partitions(settings);
        OptionalInt asked = brokerPort(settings);
        return new EmbeddedBrokerSettings(
                brokerFolder(settings),
                BrokerPorts.choose(asked, settings.port()),
                durability(settings),
                Optional.of(DataFolder.secrets(settings).resolve(DataFolder.BROKER)));
    }

    /** The port that the settings demand for the embedded broker. */
    static OptionalInt brokerPort(Settings settings) {
        OptionalInt asked =
                settings.text(BrokerPorts.VARIABLE).isPresent()
                        ? OptionalInt.of(settings.number(BrokerPorts.VARIABLE, 9092, 1, 65_535))
                        : OptionalInt.empty();
        if (asked.isPresent() && asked.getAsInt() == settings.port()) {
            throw new Settings.SettingException(
                    BrokerPorts.VARIABLE,
                    Integer.toString(settings.port()),
                    "another port than " + Settings.PORT);
        }
        return asked;
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
