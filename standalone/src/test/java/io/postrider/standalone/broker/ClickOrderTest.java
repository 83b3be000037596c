package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.redirects.spool.SpoolDrainer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickOrderTest {

    private static final int RECORDS = 50;

    @TempDir Path folder;

    /**
     * A broker that does not know a producer takes any sequence of it. If it rejected the first batch and took the second
     * one, it would reject the first for ever after.
     */
    @Test
    void noRecordOvertakesOneThatTheBrokerRejectedAtFirst() throws Exception {
        try (EmbeddedBroker broker = Brokers.start(folder, Durability.REPLICATED);
                ProduceFaultProxy proxy = ProduceFaultProxy.before(broker.bootstrapServers())) {
            Brokers.createTestTopic(broker);
            KafkaSettings log =
                    KafkaSettings.single(proxy.bootstrapServers(), Durability.REPLICATED, "n1")
                            .withClient(broker.clientProperties());
            List<String> sent = new ArrayList<>();
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(SpoolDrainer.producerSettings(log))) {
                await().ignoreExceptions()
                        .until(() -> producer.partitionsFor(Brokers.PARTITION.topic()).size() == 1);
                List<Future<RecordMetadata>> results = new ArrayList<>();
                results.add(send(producer, sent));
                await().until(proxy::hasRejected);
                while (sent.size() < RECORDS) {
                    results.add(send(producer, sent));
                }
                for (Future<RecordMetadata> result : results) {
                    assertThat(result.get(1, TimeUnit.MINUTES).hasOffset()).isTrue();
                }
            }
            assertThat(proxy.hasRejected()).isTrue();
            assertThat(Brokers.committed(broker)).containsExactlyElementsOf(sent);
        }
    }

    private static Future<RecordMetadata> send(
            KafkaProducer<byte[], byte[]> producer, List<String> sent) {
        sent.add(Integer.toString(sent.size()));
        return producer.send(
                new ProducerRecord<>(
                        Brokers.PARTITION.topic(),
                        Brokers.PARTITION.partition(),
                        null,
                        sent.getLast().getBytes(StandardCharsets.UTF_8)));
    }
}
