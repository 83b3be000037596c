package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

class TopicProvisionerTest {

    @Test
    void aClusterThatNeverComesIsWaitedForAndGivenUp() throws IOException {
        KafkaSettings settings =
                KafkaSettings.single("127.0.0.1:" + Ports.closed(), Durability.FSYNC, "n1");
        List<String> progress = new ArrayList<>();
        long began = System.nanoTime();

        try (Admin admin = Admin.create(settings.adminConfig("test"))) {
            TopicProvisioner provisioner =
                    new TopicProvisioner(
                            settings,
                            false,
                            admin,
                            Duration.ofSeconds(8),
                            System::nanoTime,
                            progress::add);
            assertThatThrownBy(provisioner::provision)
                    .isInstanceOf(LogUnreachableException.class)
                    .hasMessage("Kafka at %s is not reachable", settings.bootstrapServers());
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isGreaterThanOrEqualTo(Duration.ofSeconds(8));
        assertThat(progress)
                .first()
                .asString()
                .startsWith("Kafka at 127.0.0.1:")
                .contains("is not reachable; waiting, ")
                .endsWith(" of 8 s");
    }

    @Test
    void aRefusalNamesTopicSettingFoundAndExpected() {
        var refusal =
                new LogMisconfiguredException(
                        "k:9092",
                        List.of(
                                new ConfigMismatch("postrider.clicks.v1", "partitions", "3", "4"),
                                new ConfigMismatch(
                                        "the cluster", "transaction.version", "1", "at least 2")));

        assertThat(refusal)
                .hasMessage(
                        """
                        The configuration of Kafka at k:9092 does not meet the requirements:
                          postrider.clicks.v1: partitions is 3, expected 4
                          the cluster: transaction.version is 1, expected at least 2\
                        """);
    }
}
