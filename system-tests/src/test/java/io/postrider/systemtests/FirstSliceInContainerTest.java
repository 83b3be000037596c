package io.postrider.systemtests;

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
    private final KafkaContainer kafka =
            new KafkaContainer("apache/kafka:4.2.1")
                    .withStartupTimeout(Duration.ofMinutes(5))
                    .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", "1000");

    @Override
    Map<String, String> settings() {
        return Map.of(
                "POSTRIDER_KAFKA_BOOTSTRAP", kafka.getBootstrapServers(),
                "POSTRIDER_REPLICATION", "1",
                "POSTRIDER_PARTITIONS", "4");
    }

    @Override
    LogClients log(PostriderProcess postrider) {
        return LogClients.of(kafka.getBootstrapServers());
    }
}
