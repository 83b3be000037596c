package io.postrider.standalone;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.postrider.platform.meters.Bounds;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.redirects.spool.SpoolDrainer;
import io.postrider.redirects.spool.SpoolSettings;
import io.postrider.schemas.Topics;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Opens the spool that clicks wait in, and brings them from there into the log. */
final class ClickSpooling {

    private ClickSpooling() {}

    /** The spool of a node, which closes with it. */
    static ClickSpool start(Node node) {
        ClickSpool spool =
                node.closing.add(
                        ClickSpool.open(
                                node.data.resolve(DataFolder.SPOOL),
                                settings(node),
                                () -> node.disk.level().grows()));
        SpoolDrainer drainer = node.closing.add(drainer(node, spool));
        show(spool, node);
        node.vital.add("the click spool", spool.dead());
        node.vital.add("the drainer of the click spool", drainer.dead());
        return spool;
    }

    private static void show(ClickSpool spool, Node node) {
        Gauge.builder("postrider.spool.records", spool, ClickSpool::pendingRecords)
                .description("Clicks that Kafka does not have yet")
                .register(node.meters);
        Gauge.builder(
                        "postrider.spool.oldest.seconds",
                        spool,
                        all -> all.oldestPending().toMillis() / 1_000.0)
                .description("Age of the oldest click that Kafka does not have yet")
                .register(node.meters);
        FunctionCounter.builder("postrider.spool.rejected", spool, ClickSpool::rejected)
                .description("Clicks that the spool had no room for")
                .register(node.meters);
        FunctionCounter.builder("postrider.spool.damaged", spool, ClickSpool::corrupt)
                .description("Clicks of the spool that could not be read back")
                .register(node.meters);
        new Bounds(node.meters).show("spool_bytes", spool::pendingBytes, settings(node).bytesMax());
    }

    private static SpoolDrainer drainer(Node node, ClickSpool spool) {
        return new SpoolDrainer(
                spool,
                () -> new KafkaProducer<>(SpoolDrainer.producerSettings(node.log.settings())),
                Topics.CLICKS_RAW.name(),
                node.log.settings().partitions(),
                () -> node.disk.level().grows());
    }

    private static SpoolSettings settings(Node node) {
        SpoolSettings plain = SpoolSettings.of(node.services.redirects().lanes());
        return node.settings.fsync() ? plain.forced() : plain;
    }
}
