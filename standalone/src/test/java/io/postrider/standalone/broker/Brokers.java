package io.postrider.standalone.broker;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.TopicProvisioner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Stock Kafka clients for tests against the embedded broker. */
final class Brokers {

    static final TopicPartition PARTITION = new TopicPartition("test", 0);
    private static final int NO_HTTP_PORT = 65_535;

    private Brokers() {}

    static EmbeddedBroker start(Path folder, Durability durability) {
        return EmbeddedBroker.start(placed(folder, ports(), durability));
    }

    static BrokerPorts ports() {
        return BrokerPorts.choose(OptionalInt.empty(), NO_HTTP_PORT);
    }

    /** With the secret beside the broker's folder, as in a data folder. */
    static EmbeddedBrokerSettings placed(Path data, BrokerPorts ports, Durability durability) {
        return new EmbeddedBrokerSettings(
                data.resolve("kafka"), ports, durability, Optional.of(secret(data)));
    }

    static Path secret(Path data) {
        return data.resolve("secrets").resolve("kafka");
    }

    static KafkaSettings settings(EmbeddedBroker broker, Durability durability) {
        return settings(broker, durability, "n1");
    }

    static KafkaSettings settings(EmbeddedBroker broker, Durability durability, String node) {
        return KafkaSettings.single(broker.bootstrapServers(), durability, node)
                .withPartitions(4)
                .withClient(broker.clientProperties());
    }

    /** The settings of a log that has its topics. */
    static KafkaSettings provisioned(EmbeddedBroker broker, Durability durability) {
        return TopicProvisioner.provision(settings(broker, durability), false, step -> {});
    }

    static Admin admin(EmbeddedBroker broker) {
        return Admin.create(client(broker));
    }

    /** The settings of a stock client, with further ones. */
    static Map<String, Object> client(EmbeddedBroker broker, String... further) {
        Map<String, Object> all = new HashMap<>(broker.clientProperties().values());
        all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        for (int i = 0; i < further.length; i += 2) {
            all.put(further[i], further[i + 1]);
        }
        return all;
    }

    static <T> T get(KafkaFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    static String config(Admin admin, ConfigResource resource, String setting) throws Exception {
        var configs = get(admin.describeConfigs(List.of(resource)).all());
        return requireNonNull(requireNonNull(configs.get(resource)).get(setting)).value();
    }

    static void createTestTopic(EmbeddedBroker broker) throws Exception {
        try (Admin admin = admin(broker)) {
            get(admin.createTopics(List.of(new NewTopic(PARTITION.topic(), 1, (short) 1))).all());
        }
    }

    static void send(EmbeddedBroker broker, String value) throws Exception {
        send(client(broker), value);
    }

    static void send(Map<String, Object> client, String value) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(PARTITION.topic(), value)).get(30, TimeUnit.SECONDS);
        }
    }

    static KafkaProducer<String, String> transactional(EmbeddedBroker broker, String id) {
        return new KafkaProducer<>(
                client(broker, ProducerConfig.TRANSACTIONAL_ID_CONFIG, id),
                new StringSerializer(),
                new StringSerializer());
    }

    /** Everything committed in the test topic, read until its end. */
    static List<String> committed(EmbeddedBroker broker) {
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(
                        client(broker, ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"),
                        new StringDeserializer(),
                        new StringDeserializer())) {
            consumer.assign(List.of(PARTITION));
            consumer.seekToBeginning(List.of(PARTITION));
            long end = consumer.endOffsets(List.of(PARTITION)).getOrDefault(PARTITION, 0L);
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (consumer.position(PARTITION) < end && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(100)).forEach(found -> values.add(found.value()));
            }
        }
        return values;
    }
}
