package io.postrider.webhooks;

import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.platform.views.commands.SubscriptionBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.delivery.DeliveryParts;
import io.postrider.webhooks.endpoints.EndpointReplica;
import io.postrider.webhooks.fanout.FanOutParts;
import io.postrider.webhooks.sending.AttemptSender;
import io.postrider.webhooks.sending.AttemptSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/** The webhook dispatcher of a node: events in, signed deliveries out. */
public final class WebhookDispatcher implements AutoCloseable {

    private static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "dispatcher";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** Edges that may have accepted webhooks of one workspace before they heard of one another. */
    private static final int NODES_MAX = 10;

    private final ProjectionRunner view;
    private final StreamsApp app;
    private final AttemptSender sender;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;
    private final ScheduledExecutorService worker;

    /**
     * Prepares a dispatcher; {@link #start} runs it. The store is its own and stays open.
     *
     * @param perWorkspace how many webhooks each edge lets a workspace have
     * @param cpuPerMinute how long the expressions of a webhook may be evaluated in a minute
     */
    public WebhookDispatcher(
            KafkaSettings log,
            StreamsSettings streams,
            ProjectionStore store,
            SecretFiles secretFiles,
            EgressPolicy egress,
            int perWorkspace,
            Duration cpuPerMinute,
            EventJson json,
            SchemaIds ids,
            InstantSource clock,
            String version) {
        Map<String, Object> connection = Connections.to(log);
        Partitions partitions = new Partitions(log.partitions());
        EndpointReplica endpoints = new EndpointReplica(ids, perWorkspace * NODES_MAX);
        DataKeys dataKeys = new DataKeys(secretFiles);
        DataKeyProjection keyView = DataKeyProjection.ofWorkspaces(dataKeys, ids);
        endpoints.load(store);
        keyView.load(store);
        view =
                new ProjectionRunner(
                        "dispatch",
                        connection,
                        store,
                        List.of(endpoints, keyView),
                        ProjectionSettings.DEFAULTS);
        sender = AttemptSender.open(egress, AttemptSettings.ofVersion(version), clock);
        admin = Admin.create(connection);
        producer = KafkaAttemptLog.producer(log, "attempt-log");
        worker =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("attempt-log").factory());
        Topology topology = new Topology();
        ChangeBarrier freshness =
                new SubscriptionBarrier(admin, view, Context.WEBHOOKS, partitions.count());
        Retries.addTo(topology, FanOutParts.PROCESSOR, DeliveryEngine.PROCESSOR);
        EvaluationPool pool =
                EvaluationPool.start(
                        "webhook-expressions", new CpuBudget(cpuPerMinute, false), clock);
        FanOutParts.addTo(topology, endpoints, freshness, json, partitions, pool, ids, clock);
        DeliveryParts.addTo(
                topology,
                endpoints,
                freshness,
                new SecretBox(dataKeys),
                sender,
                TargetPolicy.forCalls(egress),
                producer,
                partitions,
                ids,
                clock,
                worker);
        app = new StreamsApp(topology, streams.reactingByPolls(APPLICATION));
    }

    /** Begins to read; the stream starts once the endpoints are known. */
    public void start() {
        view.start();
        var _ = view.caughtUp().thenRunAsync(app::start);
    }

    /** The stream of the dispatcher, for readiness. */
    public StreamsApp app() {
        return app;
    }

    /** Completes when the view of the endpoints has died: then no change of one arrives. The stream says so itself. */
    public CompletableFuture<@Nullable Void> dead() {
        return view.dead();
    }

    /** How far the endpoints and the queue are restored. */
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
        sender.close();
    }
}
