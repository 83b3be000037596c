package io.postrider.systemtests;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The first slice on the Kafka that its project publishes as an image. */
@Tag("containers")
@Testcontainers
class FirstSliceInContainerTest extends FirstSlice {

    @Container
    private static final KafkaContainer KAFKA =
            new KafkaContainer("apache/kafka:4.2.1")
                    .withStartupTimeout(Duration.ofMinutes(5))
                    .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "1000");

    @Override
    Map<String, String> settings(Path folder) {
        return Map.of(
                "POSTRIDER_KAFKA_BOOTSTRAP", KAFKA.getBootstrapServers(),
                "POSTRIDER_REPLICATION", "1",
                "POSTRIDER_PARTITIONS", "4");
    }

    @Override
    LogClients log() {
        return LogClients.of(KAFKA.getBootstrapServers());
    }
}
