package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
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
        boolean adopts = settings.text(PARTITIONS).isEmpty();
        KafkaSettings log =
                TopicProvisioner.provision(
                        log(settings, services, closing, progress)
                                .withAuditRetention(auditRetention(settings))
                                .withMeters(new ClientMeters(meters)),
                        adopts,
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
        Durability durability = settings.fsync() ? Durability.FSYNC : Durability.REPLICATED;
        String node = services.nodeId();
        String bootstrap = settings.bootstrap();
        int partitions =
                settings.number(
                        PARTITIONS,
                        bootstrap == null
                                ? KafkaSettings.SINGLE_PARTITIONS
                                : KafkaSettings.CLUSTER_PARTITIONS,
                        1,
                        KafkaSettings.PARTITIONS_MAX);
        if (bootstrap == null) {
            EmbeddedBrokerSettings broker = broker(settings, durability);
            progress.accept("starting the broker");
            EmbeddedBroker started = closing.add(EmbeddedBroker.start(broker));
            return ClientFile.writtenFor(
                    settings,
                    KafkaSettings.single(started.bootstrapServers(), durability, node)
                            .withPartitions(partitions)
                            .withClient(started.clientProperties()));
        }
        progress.accept("using the Kafka cluster at " + bootstrap);
        int replicas = settings.number("POSTRIDER_REPLICATION", 3, 1, 9);
        return Settings.parsed(
                "POSTRIDER_KAFKA_BOOTSTRAP",
                bootstrap,
                servers ->
                        KafkaSettings.cluster(servers, replicas, durability, node)
                                .withPartitions(partitions)
                                .withClient(ClientPropertiesReader.read(settings)));
    }

    private static EmbeddedBrokerSettings broker(Settings settings, Durability durability) {
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
        Path folder = settings.dataDir().resolve(DataFolder.BROKER).toAbsolutePath().normalize();
        if (folder.toString().contains(",")) {
            // Kafka would read a comma as several folders.
            throw new Settings.SettingException(
                    Settings.DATA_DIR,
                    settings.dataDir().toString(),
                    "a path without a comma, for the embedded broker");
        }
        return new EmbeddedBrokerSettings(
                folder,
                BrokerPorts.choose(asked, settings.port()),
                durability,
                Optional.of(DataFolder.secrets(settings).resolve(DataFolder.BROKER)));
    }
}
