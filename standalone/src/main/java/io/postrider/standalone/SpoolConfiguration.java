package io.postrider.standalone;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.postrider.platform.meters.Bounds;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.redirects.spool.SpoolDrainer;
import io.postrider.redirects.spool.SpoolSettings;
import io.postrider.schemas.Topics;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The spool that clicks wait in, and its drainer, which brings them into the log. */
@Configuration(proxyBeanMethods = false)
class SpoolConfiguration {

    @Bean
    ClickSpool clickSpool(Node node) {
        ClickSpool spool =
                ClickSpool.open(
                        node.data().resolve(DataFolder.SPOOL),
                        settings(node),
                        () -> node.disk().level().grows());
        show(spool, node);
        node.vital().add("the click spool", spool.dead());
        return spool;
    }

    @Bean
    SpoolDrainer spoolDrainer(Node node, ClickSpool spool) {
        SpoolDrainer drainer =
                new SpoolDrainer(
                        spool,
                        () -> new KafkaProducer<>(SpoolDrainer.producerSettings(node.kafka())),
                        Topics.CLICKS_RAW.name(),
                        node.kafka().partitions(),
                        () -> node.disk().level().grows());
        node.vital().add("the drainer of the click spool", drainer.dead());
        return drainer;
    }

    private static void show(ClickSpool spool, Node node) {
        Gauge.builder("postrider.spool.records", spool, ClickSpool::pendingRecords)
                .description("Clicks that Kafka does not have yet")
                .register(node.meters());
        Gauge.builder(
                        "postrider.spool.oldest.seconds",
                        spool,
                        all -> all.oldestPending().toMillis() / 1_000.0)
                .description("Age of the oldest click that Kafka does not have yet")
                .register(node.meters());
        FunctionCounter.builder("postrider.spool.rejected", spool, ClickSpool::rejected)
                .description("Clicks that the spool had no room for")
                .register(node.meters());
        FunctionCounter.builder("postrider.spool.damaged", spool, ClickSpool::corrupt)
                .description("Clicks of the spool that could not be read back")
                .register(node.meters());
        new Bounds(node.meters())
                .show("spool_bytes", spool::pendingBytes, settings(node).bytesMax());
    }

    private static SpoolSettings settings(Node node) {
        SpoolSettings plain = SpoolSettings.of(node.services().redirects().lanes());
        return node.settings().fsync() ? plain.forced() : plain;
    }
}
