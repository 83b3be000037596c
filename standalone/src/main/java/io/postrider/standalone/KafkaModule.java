package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.kafka.ClientProperties;
import io.postrider.platform.kafka.ClientPropertiesReader;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaHealth;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import io.postrider.platform.kafka.TopicProvisioner;
import io.postrider.platform.meters.ClientMeters;
import io.postrider.platform.offsets.LogGeneration;
import io.postrider.platform.settings.Between;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.traces.Traces;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DurationUnit;

/** The log that this process works on: its own broker, or a cluster. */
record KafkaModule(KafkaSettings settings, KafkaClients clients, KafkaHealth health) {

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

    /** Brings the log up, with every topic as it must be. */
    static KafkaModule start(
            Settings settings,
            ServiceSettings services,
            ShutdownOrder closing,
            MeterRegistry meters,
            Traces traces,
            Consumer<String> progress) {
        if (settings.bootstrap() == null) {
            MovedLog.requireNot(settings);
        }
        KafkaSettings log =
                TopicProvisioner.provision(
                        log(settings, services, closing, progress)
                                .withAuditRetention(topics(settings).auditRetention())
                                .withMeters(new ClientMeters(meters))
                                .withTraces(traces),
                        adopts(settings),
                        progress);
        KafkaClients clients = closing.add(KafkaClients.open(log));
        LogGeneration.set(clusterId(clients.admin()));
        return new KafkaModule(log, clients, closing.add(KafkaHealth.watching(log)));
    }

    private static Topics topics(Settings settings) {
        return settings.bind(Topics.class);
    }

    private static String clusterId(Admin admin) {
        return String.valueOf(
                Replies.await(admin.describeCluster().clusterId(), "which cluster it is"));
    }

    /** The log before its topics are checked. */
    static KafkaSettings log(
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
