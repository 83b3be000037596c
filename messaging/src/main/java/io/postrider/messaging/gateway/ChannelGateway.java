package io.postrider.messaging.gateway;

import io.postrider.messaging.media.MediaFiles;
import io.postrider.messaging.media.MediaSettings;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The channel gateway of a node. */
public final class ChannelGateway implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ChannelGateway.class);
    private static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "gateway";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final ProjectionRunner view;
    private final StreamsApp app;
    private final InstanceProbe probe;
    private final SandboxServer sandbox;
    private final Outbound outbound;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;
    private final ScheduledExecutorService worker;
    private final MediaFiles files;
    private final Duration kept;
    private final InstantSource clock;

    /**
     * Prepares a gateway; {@link #start} runs it. The store is its own and stays open.
     *
     * @param callbacks where the sandbox reaches the edge, without a slash at the end
     * @param sandboxPort where the sandbox listens on loopback; 0 for a free port
     * @param mediaSettings where the contents of files are
     */
    public ChannelGateway(
            KafkaSettings log,
            StreamsSettings streams,
            ProjectionStore store,
            SecretFiles secretFiles,
            EgressPolicy egress,
            String callbacks,
            int sandboxPort,
            MediaSettings mediaSettings,
            SchemaIds ids,
            InstantSource clock,
            String version) {
        Map<String, Object> connection = Connections.to(log);
        Partitions partitions = new Partitions(log.partitions());
        InstanceDirectory instances = new InstanceDirectory();
        LatestEventProjection events =
                new LatestEventProjection(Context.INSTANCES, ids, instances::apply);
        events.restore(store);
        DataKeys dataKeys = new DataKeys(secretFiles);
        DataKeyProjection keyView = DataKeyProjection.ofWorkspaces(dataKeys, ids);
        keyView.load(store);
        ContactDirectory directory = new ContactDirectory(store::get, ids);
        view =
                new ProjectionRunner(
                        "gateway",
                        connection,
                        store,
                        List.of(events, keyView, directory),
                        ProjectionSettings.DEFAULTS);
        SecretBox box = new SecretBox(dataKeys);
        Secrets secrets = new Secrets(box);
        Contacts contacts = new Contacts(directory, new ContactSealer(box));
        worker =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("gateway").factory());
        MediaFiles files = new MediaFiles(mediaSettings.folder(), box);
        kept = mediaSettings.kept();
        this.files = files;
        this.clock = clock;
        sandbox =
                new SandboxServer(
                        instances,
                        secrets,
                        files,
                        new SandboxNetwork(instances, secrets, callbacks, clock, worker),
                        sandboxPort);
        outbound = Outbound.open(egress, OutboundSettings.ofVersion(version));
        producer = KafkaAttemptLog.producer(log, "gateway");
        admin = Admin.create(connection);
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
                        new KafkaAttemptLog(
                                Topics.SEND_ATTEMPTS, producer, partitions, ids, worker),
                        clock);
        app =
                new StreamsApp(
                        GatewayTopology.of(
                                channel,
                                secrets,
                                files,
                                instances,
                                contacts,
                                partitions,
                                DeliveryEngine.ends(admin, Topics.SEND_ATTEMPTS),
                                ids,
                                clock),
                        streams.reacting(APPLICATION));
        probe =
                new InstanceProbe(
                        instances,
                        graph,
                        new SystemCommands("channel-gateway", Context.INSTANCES, ids, clock),
                        partitions,
                        producer,
                        worker,
                        ids);
    }

    /** Begins to read; messages are sent once the instances are known. */
    public void start() {
        view.start();
        var _ = worker.scheduleWithFixedDelay(this::deleteOldFiles, 1, 60, TimeUnit.MINUTES);
        var _ =
                view.caughtUp()
                        .thenRunAsync(() -> {
                            app.start();
                            probe.start();
                        });
    }

    /** The application, for readiness. */
    public StreamsApp app() {
        return app;
    }

    /** Completes when the view of the instances has died. */
    public CompletableFuture<@Nullable Void> dead() {
        return view.dead();
    }

    /** How far the instances and the queue are restored. */
    public Progress progress() {
        return Progress.ofOpen(view.progress(), app.progress());
    }

    @Override
    public void close() {
        app.close();
        view.close();
        worker.shutdown();
        producer.close(CLOSE_TIMEOUT);
        admin.close(CLOSE_TIMEOUT);
        sandbox.close();
        outbound.close();
    }

    private void deleteOldFiles() {
        try {
            long deleted = files.deleteBefore(clock.instant().minus(kept));
            LOGGER.atDebug().addKeyValue("files", deleted).log("Deleted files that were kept long");
        } catch (IOException | UncheckedIOException e) {
            LOGGER.atWarn()
                    .addKeyValue("exception", e.getClass().getName())
                    .log("Files that were kept long could not be deleted");
        }
    }
}
