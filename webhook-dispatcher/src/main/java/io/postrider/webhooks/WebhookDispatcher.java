package io.postrider.webhooks;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.DeliveryService;
import io.postrider.outbound.delivery.ServiceParts;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.webhooks.delivery.DeliveryParts;
import io.postrider.webhooks.endpoints.EndpointReplica;
import io.postrider.webhooks.fanout.FanOutParts;
import io.postrider.webhooks.health.HealthParts;
import io.postrider.webhooks.sending.AttemptSender;
import io.postrider.webhooks.sending.AttemptSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.streams.Topology;

/** Assembles the webhook dispatcher of a node: events in, signed deliveries out. */
public final class WebhookDispatcher {

    /** The id of the application. */
    static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "dispatcher";

    /** Edges that may have accepted webhooks of one workspace before they heard of one another. */
    private static final int NODES_MAX = 10;

    private WebhookDispatcher() {}

    /**
     * Prepares a dispatcher, which does not run yet.
     *
     * @param perWorkspace how many webhooks each edge lets a workspace have
     * @param cpuPerMinute how long the expressions of a webhook may be evaluated in a minute
     */
    public static DeliveryService open(
            KafkaClients clients,
            StreamsSettings streams,
            ProjectionStore store,
            SecretFiles secretFiles,
            EgressPolicy egress,
            int perWorkspace,
            Duration cpuPerMinute,
            EventJson json,
            SchemaIds ids,
            InstantSource clock,
            String version,
            MeterRegistry meters) {
        EndpointReplica endpoints = new EndpointReplica(ids, perWorkspace * NODES_MAX);
        endpoints.load(store);
        DataKeyProjection dataKeys = DataKeyProjection.ofWorkspaces(secretFiles, store, ids);
        ServiceParts parts =
                ServiceParts.open(
                        "dispatch", clients, store, List.of(endpoints, dataKeys), ids, meters);
        AttemptSender sender =
                AttemptSender.open(egress, AttemptSettings.ofVersion(version), clock);
        Bounds bounds = new Bounds(meters);
        sender.show(bounds);
        ChangeBarrier barrier = parts.changesOf(Context.WEBHOOKS);
        EvaluationPool pool =
                EvaluationPool.start(
                        "webhook-expressions", new CpuBudget(cpuPerMinute, false), clock, meters);
        Consumer<Topology> nodes =
                topology -> {
                    Retries.addTo(
                            topology,
                            FanOutParts.PROCESSOR,
                            DeliveryEngine.PROCESSOR,
                            HealthParts.PROCESSOR);
                    FanOutParts.addTo(
                            topology,
                            endpoints,
                            barrier,
                            json,
                            parts.partitions(),
                            pool,
                            ids,
                            clock,
                            bounds);
                    DeliveryParts.addTo(
                            topology,
                            parts,
                            endpoints,
                            barrier,
                            dataKeys.box(),
                            sender,
                            TargetPolicy.forCalls(egress),
                            clock);
                    HealthParts.addTo(topology, endpoints, parts.partitions(), ids, clock);
                };
        return new DeliveryService(
                parts,
                new StreamsApp(nodes, streams.reactingByPolls(APPLICATION)),
                () -> {},
                sender::close);
    }
}
