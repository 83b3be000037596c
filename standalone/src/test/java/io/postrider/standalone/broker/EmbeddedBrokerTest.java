package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaHealth;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {

    private static final Duration HEALTH_CHANGES = Duration.ofSeconds(60);

    @TempDir Path folder;

    @Test
    void stockClientsCommitAndAbortTransactions() throws Exception {
        try (EmbeddedBroker broker = Brokers.start(folder, Durability.FSYNC)) {
            Brokers.createTestTopic(broker);
            try (KafkaProducer<String, String> producer = Brokers.transactional(broker, "t1")) {
                producer.initTransactions();
                transact(producer, "kept 1").commitTransaction();
                transact(producer, "dropped").abortTransaction();
                transact(producer, "kept 2").commitTransaction();
            }

            // A commit returns before its marker stands in the log.
            await().untilAsserted(() ->
                    assertThat(Brokers.committed(broker)).containsExactly("kept 1", "kept 2"));
        }
    }

    @Test
    void aRestartKeepsTheDataAndTheIdentity() throws Exception {
        String clusterId;
        try (EmbeddedBroker broker = Brokers.start(folder, Durability.REPLICATED)) {
            clusterId = broker.clusterId();
            Brokers.createTestTopic(broker);
            Brokers.send(broker, "before");
        }
        try (EmbeddedBroker broker = Brokers.start(folder, Durability.REPLICATED)) {
            Brokers.send(broker, "after");

            assertThat(broker.clusterId()).isEqualTo(clusterId);
            assertThat(Brokers.committed(broker)).containsExactly("before", "after");
        }
    }

    @Test
    void acknowledgedRecordsSurviveAKill() throws Exception {
        try (BrokerProcess killed = BrokerProcess.start(folder)) {
            Brokers.send(killed.client(), "acknowledged");
            killed.kill();
        }
        try (EmbeddedBroker broker = Brokers.start(folder, Durability.FSYNC)) {
            Brokers.send(broker, "after");

            assertThat(Brokers.committed(broker)).containsExactly("acknowledged", "after");
        }
    }

    @Test
    void itsTransactionsAreTheSafeOnesAndItFlushesForFsync() throws Exception {
        try (EmbeddedBroker broker = Brokers.start(folder, Durability.FSYNC);
                Admin admin = Brokers.admin(broker)) {
            var features = Brokers.get(admin.describeFeatures().featureMetadata());
            var node = new ConfigResource(ConfigResource.Type.BROKER, "1");

            assertThat(features.finalizedFeatures())
                    .hasEntrySatisfying(
                            "transaction.version",
                            range -> assertThat(range.maxVersionLevel()).isEqualTo((short) 2));
            assertThat(Brokers.config(admin, node, "log.flush.interval.messages")).isEqualTo("1");
            assertThat(Brokers.config(admin, node, "auto.create.topics.enable")).isEqualTo("false");
            assertThat(Brokers.get(admin.describeCluster().clusterId()))
                    .isEqualTo(broker.clusterId());
        }
    }

    @Test
    void healthFollowsTheBroker() {
        EmbeddedBroker broker = Brokers.start(folder, Durability.REPLICATED);
        try (KafkaHealth health =
                KafkaHealth.watching(Brokers.settings(broker, Durability.REPLICATED))) {
            await().atMost(HEALTH_CHANGES).until(health::reachable);

            broker.close();

            await().atMost(HEALTH_CHANGES).until(() -> !health.reachable());
        } finally {
            broker.close();
        }
    }

    @Test
    void aTakenPortIsAnErrorOfOneLineAndLeavesTheFolderFree() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            BrokerPorts free = BrokerPorts.choose(OptionalInt.empty(), 65_535);
            BrokerPorts ports = new BrokerPorts(taken.getLocalPort(), free.controller());
            EmbeddedBrokerSettings settings = Brokers.placed(folder, ports, Durability.FSYNC);

            assertThatThrownBy(() -> EmbeddedBroker.start(settings))
                    .isInstanceOf(BrokerStartException.class)
                    .hasMessage(
                            "The port %d of the embedded broker is in use", taken.getLocalPort());
        }

        Brokers.start(folder, Durability.FSYNC).close();
    }

    private static KafkaProducer<String, String> transact(
            KafkaProducer<String, String> producer, String value) {
        producer.beginTransaction();
        var _ = producer.send(new ProducerRecord<>(Brokers.PARTITION.topic(), value));
        return producer;
    }
}
