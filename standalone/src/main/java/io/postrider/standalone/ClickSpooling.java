package io.postrider.standalone;

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
        node.vital.add("the click spool", spool.dead());
        node.vital.add("the drainer of the click spool", drainer.dead());
        return spool;
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
