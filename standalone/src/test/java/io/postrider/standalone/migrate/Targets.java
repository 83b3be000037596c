package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** A broker as the target of a move. */
final class Targets {

    private static final int NO_HTTP_PORT = 65_535;

    private Targets() {}

    static EmbeddedBroker start(Path folder) {
        return EmbeddedBroker.start(
                new EmbeddedBrokerSettings(
                        folder.resolve("kafka"),
                        BrokerPorts.choose(OptionalInt.empty(), NO_HTTP_PORT),
                        Durability.REPLICATED,
                        Optional.of(folder.resolve("secrets").resolve("kafka"))));
    }

    static KafkaSettings settings(EmbeddedBroker broker) {
        return KafkaSettings.single(broker.bootstrapServers(), Durability.REPLICATED, "n1")
                .withClient(broker.clientProperties());
    }
}
