package io.postrider.standalone;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.disk.DiskGuard;
import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaHealth;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.ClientMeters;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.platform.offsets.LogGeneration;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.settings.Settings;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.traces.Traces;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.json.Rendering;
import io.postrider.standalone.management.ManagementSettings;
import io.postrider.standalone.management.Meters;
import io.postrider.web.server.Health;
import java.time.InstantSource;
import org.springframework.boot.availability.ApplicationAvailabilityBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What every process has, whatever its role. */
@Configuration(proxyBeanMethods = false)
@Import({
    Node.class,
    DataKeys.class,
    SecretBox.class,
    Services.class,
    ManagementPort.class,
    Restoration.class,
    ApplicationAvailabilityBean.class
})
class NodeConfiguration {

    @Bean
    InstantSource clock() {
        return InstantSource.system();
    }

    @Bean
    Meters meters(Settings settings, ProcessRole role) {
        if (ManagementSettings.from(settings).isEmpty()) {
            return Meters.off();
        }
        Meters meters = Meters.start(Version.text(), role.toString(), settings.dataDir());
        meters.beforeScrape(() -> DeadLetters.show(meters.registry()));
        DeadLetters.show(new Bounds(meters.registry()));
        return meters;
    }

    /** The meters close it. */
    @Bean(destroyMethod = "")
    MeterRegistry meterRegistry(Meters meters) {
        return meters.registry();
    }

    @Bean
    Traces traces(ServiceSettings services, InstantSource clock) {
        if (services.traces().isOn()) {
            TraceExportLog.install(clock);
        }
        return services.traces().open(Version.text(), services.nodeId(), clock);
    }

    @Bean
    KafkaSettings kafkaSettings(KafkaModule log, MeterRegistry meters, Traces traces) {
        return log.settings().withMeters(new ClientMeters(meters)).withTraces(traces);
    }

    @Bean
    KafkaClients kafkaClients(KafkaSettings settings, MeterRegistry meters) {
        KafkaClients clients = KafkaClients.open(settings);
        clients.show(new Bounds(meters));
        LogGeneration.set(NamePrefix.of(Replies.clusterId(clients.admin())));
        return clients;
    }

    @Bean
    KafkaHealth kafkaHealth(KafkaSettings settings) {
        return KafkaHealth.watching(settings);
    }

    @Bean
    DiskGuard disk(Settings settings, ServiceSettings services) {
        return DiskGuard.watching(settings.dataDir(), services.disk());
    }

    @Bean
    Heartbeats heartbeats() {
        return Heartbeats.start();
    }

    @Bean
    HeapWatch heapWatch() {
        return HeapWatch.start();
    }

    @Bean
    VitalParts vitalParts(DiskGuard disk, KafkaHealth kafka, HeapWatch heap, Heartbeats beats) {
        VitalParts vital = new VitalParts();
        vital.add("the watch of the disk", disk.dead());
        vital.add("the watch of Kafka", kafka.dead());
        vital.add("the heap", heap.full());
        vital.add("the watch of the heap", heap.dead());
        vital.add("the watch of what moves", beats.dead());
        return vital;
    }

    @Bean
    NodeTrust nodeTrust(SecretFiles secrets, InstantSource clock) {
        return NodeTrust.from(secrets::derive, clock);
    }

    @Bean
    Rendering rendering(Settings settings, SecretBox box) {
        return new Rendering(settings.baseUrl(), settings.defaultDomain(), box::open);
    }

    @Bean
    ProjectionMemory projectionMemory(ServiceSettings services) {
        long cache = services.stores().cache().toBytes();
        return new ProjectionMemory(cache, cache / 2);
    }

    @Bean
    StreamsSettings streamsSettings(
            KafkaClients clients,
            KafkaSettings kafka,
            DataFolder data,
            ProjectionMemory memory,
            ServiceSettings services) {
        return new StreamsSettings(
                kafka,
                data.streams(),
                memory,
                services.address().map(NodeAddress::toString).orElse(null),
                clients);
    }

    @Bean
    Health health(Services services, MeterRegistry meters) {
        return services.health(meters);
    }

    @Bean
    Phase engines(Services services, FailedProcess process) {
        return Phase.of(Phase.ENGINES, () -> services.start(process));
    }

    @Bean
    Phase management(ManagementPort port) {
        return new Phase(Phase.MANAGEMENT, port::open);
    }

    @Bean
    Phase internalServer(Node node, Services services, Health health) {
        return new Phase(
                Phase.INTERNAL,
                () ->
                        InternalServer.start(
                                        NodeListeners.read(
                                                node.settings(), node.services().address()),
                                        node.trust(),
                                        InternalServer.Limits.DEFAULT,
                                        services.internalRoutes(),
                                        health)
                                ::close);
    }
}
