package io.postrider.standalone.migrate;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.standalone.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("servers")
class PartitionCopyTest {

    private static final TopicPartition PARTITION = new TopicPartition("copied", 0);

    @TempDir Path folder;

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void aCopyEndsAlsoIfTheBrokersGoInATransaction() throws Exception {
        try (EmbeddedBroker broker = Targets.start(folder)) {
            KafkaSettings target = Targets.settings(broker);
            try (Admin admin = Clients.admin(target)) {
                admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
                Progress start = new Progress(0, 2, "source", new Tally(1));
                PartitionCopy copy =
                        new PartitionCopy(
                                target, admin, Clients.group(target), PARTITION, start, _ -> {});

                assertThatIllegalStateException()
                        .isThrownBy(() -> copy.copy(2, _ -> new Outage(broker, admin)))
                        .withMessage("gone");
            }
        }
    }

    /** Fails with the brokers of the target behind the first record. */
    private static final class Outage implements RecordSource {

        private final EmbeddedBroker broker;
        private final Admin admin;
        private boolean begun;

        Outage(EmbeddedBroker broker, Admin admin) {
            this.broker = broker;
            this.admin = admin;
        }

        @Override
        public List<Step> next() {
            if (!begun) {
                begun = true;
                return List.of(
                        new Step(
                                1,
                                List.of(
                                        new Moved(
                                                0, 1, new byte[] {1}, new byte[] {2}, List.of()))));
            }
            await().atMost(Duration.ofSeconds(30))
                    .until(() ->
                            Offsets.latest(admin, Set.of(PARTITION)).getOrDefault(PARTITION, 0L)
                                    > 0);
            broker.close();
            throw new IllegalStateException("gone");
        }

        @Override
        public boolean isOrdered() {
            return true;
        }

        @Override
        public void close() {}
    }
}
