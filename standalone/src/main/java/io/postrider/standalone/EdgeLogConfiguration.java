package io.postrider.standalone;

import io.postrider.api.events.KafkaPublishedLog;
import io.postrider.api.links.KafkaListingRecorder;
import io.postrider.api.links.ListingRecorder;
import io.postrider.identity.audit.KafkaAuditTrail;
import io.postrider.identity.lastseen.LastSeenPublisher;
import io.postrider.messaging.api.CallbackLog;
import io.postrider.messaging.api.KafkaCallbackLog;
import io.postrider.messaging.api.MeasuredCallbackLog;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.KafkaDataKeyRing;
import io.postrider.schemas.Topics;
import io.postrider.web.resource.IdGenerator;
import io.postrider.webhooks.api.AcknowledgedDeliveries;
import io.postrider.webhooks.api.KafkaRequestedDeliveries;
import java.security.SecureRandom;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** What the edge writes into the log beside commands. */
@Configuration(proxyBeanMethods = false)
class EdgeLogConfiguration {

    /** The queue of side records fills meanwhile. */
    private static final Duration SIDE_PATIENCE = Duration.ofSeconds(5);

    static IdGenerator mint(Node node) {
        return new IdGenerator(
                node.clock(), new SecureRandom(), node.secretFiles().derive("listings"));
    }

    @Bean
    KafkaDataKeyRing dataKeyRing(Node node, MemoryReplicas tables) {
        KafkaDataKeyRing ring =
                KafkaDataKeyRing.connect(node.clients(), node.dataKeys(), node.ids(), node.clock());
        // A workspace has no data key if the log did not accept one at its creation.
        node.dataKeys()
                .whenMissing(subject -> {
                    if (tables.workspaces.byId(subject).isPresent()) {
                        var _ = ring.keyFor(subject);
                    }
                });
        return ring;
    }

    @Bean
    MediaFiles mediaFiles(Node node) {
        return new MediaFiles(node.services().media().folder(), node.box());
    }

    @Bean
    KafkaCallbackLog kafkaCallbackLog(Node node, MediaFiles media) {
        return KafkaCallbackLog.connect(
                node.clients(), node.ids(), node.box(), media, node.clock());
    }

    @Bean
    @Primary
    CallbackLog callbackLog(Node node, KafkaCallbackLog log) {
        return new MeasuredCallbackLog(log, node.meters());
    }

    @Bean
    KafkaPublishedLog publishedLog(Node node) {
        return KafkaPublishedLog.connect(node.clients(), node.ids());
    }

    @Bean
    KafkaRequestedDeliveries requestedDeliveries(Node node) {
        return KafkaRequestedDeliveries.connect(node.clients(), node.ids());
    }

    @Bean
    AcknowledgedDeliveries acknowledgedDeliveries(KafkaRequestedDeliveries requested) {
        return requested::acknowledge;
    }

    @Bean
    BestEffortPublisher sideRecords(Node node) {
        return new BestEffortPublisher(
                "side-records",
                node.clients().bestEffort(SIDE_PATIENCE, Topics.AUDIT, Topics.LISTINGS),
                node.meters(),
                () -> node.disk().level().backgroundRuns());
    }

    @Bean
    ListingRecorder listingRecorder(Node node, BestEffortPublisher side) {
        return new KafkaListingRecorder(side, partitions(node), node.ids(), mint(node));
    }

    @Bean
    KafkaAuditTrail auditTrail(Node node, BestEffortPublisher side, EdgeReplicas replicas) {
        KafkaAuditTrail trail =
                new KafkaAuditTrail(
                        side,
                        partitions(node),
                        node.ids(),
                        node.box(),
                        mint(node),
                        replicas.tenants);
        trail.show(new Bounds(node.meters()));
        node.vital().add("the audit", trail.dead());
        return trail;
    }

    @Bean
    LastSeenPublisher lastSeenPublisher(Node node, EdgeReplicas replicas) {
        LastSeenPublisher log =
                LastSeenPublisher.start(
                        node.clients(),
                        replicas.lastSeen,
                        replicas.storedLastSeen,
                        node.ids(),
                        LastSeenPublisher.EVERY);
        node.vital().add("last-seen times", log.dead());
        return log;
    }

    private static Partitions partitions(Node node) {
        return new Partitions(node.kafka().partitions());
    }
}
