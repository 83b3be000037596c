package io.postrider.platform.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.MetricConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.Test;

class ClientMetricsReporterTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final KafkaSettings log =
            KafkaSettings.single("localhost:1", Durability.REPLICATED, "n1")
                    .withMeters(new ClientMeters(registry));

    @Test
    void theFewMetricsOfAClientAreShownWhileItIsOpen() {
        try (Producer<byte[], byte[]> _ = producer("a")) {
            assertThat(
                            registry.get("kafka.producer.record.send")
                                    .tag("client", "a")
                                    .functionCounter()
                                    .count())
                    .isZero();
            assertThat(registry.getMeters()).hasSizeLessThan(10);
        }

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void clientsOfOneNameAreShownTogetherAndARandomPartOfANameIsNot() {
        try (Producer<byte[], byte[]> _ =
                producer("a-0f8fad5b-d9cb-469f-a165-70867728950e-producer")) {
            producer("a-7c9e6679-7425-40de-944b-e07fc1f90ae7-producer").close();

            assertThat(registry.get("kafka.producer.buffer.available.bytes").gauges())
                    .singleElement()
                    .satisfies(gauge -> {
                        assertThat(gauge.getId().getTag("client")).isEqualTo("a-producer");
                        assertThat(gauge.value()).isPositive();
                    });
        }
    }

    /** A counter that falls has started again, for Prometheus: it would count all of the other clients once more. */
    @Test
    void aClientThatIsClosedStaysCountedWhileAnotherHasItsName() {
        MetricName total = new MetricName("record-send-total", "producer-metrics", "", Map.of());
        ClientMetricsReporter first = reporter("a");
        ClientMetricsReporter second = reporter("a");
        first.metricChange(metric(total, 3));
        second.metricChange(metric(total, 4));

        first.close();

        assertThat(registry.get("kafka.producer.record.send").functionCounter().count())
                .isEqualTo(7);
        second.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    private ClientMetricsReporter reporter(String client) {
        ClientMetricsReporter reporter = new ClientMetricsReporter();
        Map<String, Object> config = Connections.to(log);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, client);
        reporter.configure(config);
        return reporter;
    }

    private static KafkaMetric metric(MetricName name, double value) {
        return new KafkaMetric(
                new Object(), name, (Measurable) (_, _) -> value, new MetricConfig(), Time.SYSTEM);
    }

    private Producer<byte[], byte[]> producer(String name) {
        Map<String, Object> config = Connections.to(log);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
