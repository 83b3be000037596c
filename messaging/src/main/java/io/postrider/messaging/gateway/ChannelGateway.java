package io.postrider.messaging.gateway;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.messaging.media.MediaSettings;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.DeliveryService;
import io.postrider.outbound.delivery.ServiceParts;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Assembles the channel gateway of a node. */
public final class ChannelGateway {

    private static final Logger LOGGER = LoggerFactory.getLogger(ChannelGateway.class);

    /** The id of the application. */
    static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "gateway";

    private ChannelGateway() {}

    /**
     * Prepares a gateway, which does not run yet.
     *
     * @param callbacks address at which the sandbox calls the edge, without a trailing slash
     * @param sandboxPort loopback port of the sandbox; 0 for a free port
     * @param mediaSettings settings of stored files
     */
    public static DeliveryService open(
            KafkaClients clients,
            StreamsSettings streams,
            ProjectionStore store,
            SecretFiles secretFiles,
            EgressPolicy egress,
            String callbacks,
            int sandboxPort,
            MediaSettings mediaSettings,
            SchemaIds ids,
            InstantSource clock,
            String version,
            MeterRegistry meters) {
        InstanceDirectory instances = new InstanceDirectory();
        LatestEventProjection events =
                new LatestEventProjection(Context.INSTANCES, ids, instances::apply);
        events.restore(store);
        DataKeyProjection dataKeys = DataKeyProjection.ofWorkspaces(secretFiles, store, ids);
        ContactDirectory directory = new ContactDirectory(store::get, ids);
        ServiceParts parts =
                ServiceParts.open(
                        "gateway",
                        clients,
                        store,
                        List.of(events, dataKeys, directory),
                        ids,
                        meters);
        SecretBox box = dataKeys.box();
        Secrets secrets = new Secrets(box);
        Contacts contacts = new Contacts(directory, new ContactSealer(box));
        MediaFiles files = new MediaFiles(mediaSettings.folder(), box);
        SandboxServer sandbox =
                new SandboxServer(
                        instances,
                        secrets,
                        files,
                        new SandboxNetwork(instances, secrets, callbacks, clock, parts.worker()),
                        sandboxPort);
        Outbound outbound = Outbound.open(egress, OutboundSettings.ofVersion(version));
        GraphApi graph =
                new GraphApi(outbound, TargetPolicy.forCalls(egress), secrets, sandbox::address);
        WhatsAppChannel channel =
                new WhatsAppChannel(
                        instances,
                        secrets,
                        contacts,
                        graph,
                        new MediaTransfer(graph, files),
                        new SendAttempts(new SecureRandom(), clock),
                        parts.attempts(Topics.SEND_ATTEMPTS, "messages"),
                        clock,
                        parts.traces());
        Bounds bounds = new Bounds(meters);
        sandbox.show(bounds);
        channel.show(bounds);
        StreamsApp app =
                new StreamsApp(
                        topology ->
                                GatewayTopology.addTo(
                                        topology,
                                        channel,
                                        secrets,
                                        files,
                                        instances,
                                        contacts,
                                        parts.partitions(),
                                        DeliveryEngine.ends(parts.admin(), Topics.SEND_ATTEMPTS),
                                        ids,
                                        clock),
                        streams.reacting(APPLICATION));
        InstanceProbe probe =
                new InstanceProbe(
                        instances,
                        graph,
                        new SystemCommands("channel-gateway", Context.INSTANCES, ids, clock),
                        parts.partitions(),
                        parts.producer(),
                        parts.worker(),
                        ids);
        return new DeliveryService(
                parts,
                app,
                () -> {
                    probe.start();
                    var _ =
                            parts.worker()
                                    .scheduleWithFixedDelay(
                                            () ->
                                                    deleteOldFiles(
                                                            files, mediaSettings.kept(), clock),
                                            1,
                                            60,
                                            TimeUnit.MINUTES);
                },
                () -> {
                    sandbox.close();
                    outbound.close();
                });
    }

    private static void deleteOldFiles(MediaFiles files, Duration kept, InstantSource clock) {
        try {
            long deleted = files.deleteBefore(clock.instant().minus(kept));
            LOGGER.atDebug().addKeyValue("files", deleted).log("Deleted expired files");
        } catch (IOException | UncheckedIOException e) {
            LOGGER.atWarn()
                    .addKeyValue("exception", e.getClass().getName())
                    .log("Expired files could not be deleted");
        }
    }
}
