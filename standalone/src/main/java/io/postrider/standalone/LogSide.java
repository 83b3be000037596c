package io.postrider.standalone;

import io.postrider.runtime.kafka.Durability;
import io.postrider.runtime.kafka.LogHealth;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.kafka.TopicProvisioner;
import io.postrider.runtime.nodes.NodeAddress;
import io.postrider.runtime.settings.Settings;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** The log that this process works on: its own broker, or a cluster. */
record LogSide(LogSettings settings, LogHealth health) {

    private static final String NODE = "standalone";
    private static final String PARTITIONS = "POSTRIDER_PARTITIONS";
    private static final int PARTITIONS_MAX = 1_000;

    /** Brings the log up, with every topic as it must be. */
    static LogSide start(Settings settings, Closing closing, Consumer<String> progress) {
        Durability durability = settings.fsync() ? Durability.FSYNC : Durability.REPLICATED;
        LogSettings log = log(settings, durability, closing, progress);
        TopicProvisioner.provision(log, progress);
        return new LogSide(log, closing.add(LogHealth.watching(log)));
    }

    private static LogSettings log(
            Settings settings, Durability durability, Closing closing, Consumer<String> progress) {
        String bootstrap = settings.bootstrap();
        String node =
                settings.text("POSTRIDER_NODE_ID")
                        .or(() -> Node.address(settings).map(NodeAddress::host))
                        .orElse(NODE);
        if (bootstrap != null) {
            progress.accept("using the Kafka cluster at " + bootstrap);
            int replicas = settings.number("POSTRIDER_REPLICATION", 3, 1, 9);
            int partitions = settings.number(PARTITIONS, 12, 1, PARTITIONS_MAX);
            return Settings.parsed(
                    "POSTRIDER_KAFKA_BOOTSTRAP",
                    bootstrap,
                    servers ->
                            new LogSettings(
                                    servers,
                                    partitions,
                                    replicas,
                                    Math.max(1, replicas - 1),
                                    durability,
                                    node));
        }
        int partitions = settings.number(PARTITIONS, 1, 1, PARTITIONS_MAX);
        OptionalInt asked =
                settings.text(BrokerPorts.VARIABLE).isPresent()
                        ? OptionalInt.of(settings.number(BrokerPorts.VARIABLE, 9092, 1, 65_535))
                        : OptionalInt.empty();
        if (asked.isPresent() && asked.getAsInt() == settings.port()) {
            throw new Settings.BadSetting(
                    BrokerPorts.VARIABLE,
                    Integer.toString(settings.port()),
                    "another port than " + Settings.PORT);
        }
        Path folder = settings.dataDir().resolve("kafka").toAbsolutePath().normalize();
        if (folder.toString().contains(",")) {
            // Kafka would take it for several folders.
            throw new Settings.BadSetting(
                    Settings.DATA_DIR,
                    settings.dataDir().toString(),
                    "a path without a comma, for the embedded broker");
        }
        progress.accept("starting the broker");
        EmbeddedBroker broker =
                closing.add(
                        EmbeddedBroker.start(
                                new EmbeddedBrokerSettings(
                                        folder,
                                        BrokerPorts.choose(asked, settings.port()),
                                        durability)));
        return LogSettings.single(broker.bootstrapServers(), durability, node)
                .withPartitions(partitions);
    }
}
