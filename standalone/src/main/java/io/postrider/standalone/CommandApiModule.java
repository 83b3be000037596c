package io.postrider.standalone;

import static java.util.Objects.requireNonNull;

import io.postrider.api.events.KafkaPublishedLog;
import io.postrider.api.links.KafkaListingRecorder;
import io.postrider.api.links.ListingRecorder;
import io.postrider.decider.LocalAggregates;
import io.postrider.decider.NewestEvent;
import io.postrider.decider.PartitionTakeovers;
import io.postrider.decider.client.GroupedCommandGateway;
import io.postrider.decider.client.MeasuredCommandGateway;
import io.postrider.decider.client.OutcomeRoutes;
import io.postrider.decider.client.PendingCommands;
import io.postrider.decider.client.TracedCommandGateway;
import io.postrider.identity.audit.KafkaAuditTrail;
import io.postrider.identity.lastseen.LastSeenPublisher;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.identity.ratelimit.RateLimitReplication;
import io.postrider.identity.users.ClaimReconciler;
import io.postrider.messaging.api.CallbackLog;
import io.postrider.messaging.api.KafkaCallbackLog;
import io.postrider.messaging.api.MeasuredCallbackLog;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.PublishedLog;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeyRing;
import io.postrider.platform.secrets.KafkaDataKeyRing;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.commands.CommandCatchUp;
import io.postrider.redirects.OwnerLookup;
import io.postrider.redirects.OwnerRoutes;
import io.postrider.redirects.RedirectEdge;
import io.postrider.redirects.RemoteOwners;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.Topics;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.route.AuditTrail;
import io.postrider.webhooks.api.KafkaRequestedDeliveries;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The public edge without its HTTP: replicas at hand, commands out, the decider, the spool of clicks. */
final class CommandApiModule {

    /** The queue of side records fills meanwhile. */
    private static final Duration SIDE_PATIENCE = Duration.ofSeconds(5);

    final EdgeReplicas replicas;
    final ClusterRateLimiter quotas;
    final CommandGateway gateway;
    final Map<DeciderGroup, CommandPipeline> pipelines = new EnumMap<>(DeciderGroup.class);
    final ClickSpool spool;
    final ListingRecorder listings;
    final CallbackLog callbacks;
    final PublishedLog published;
    final KafkaRequestedDeliveries requested;
    final AuditTrail audit;
    final RedirectEdge redirects;
    final DataKeyRing dataKeyRing;

    /** Completes when this node knows everything that was confirmed to callers before this start. */
    final CompletableFuture<?> restored;

    /** Completes when replays do not run any more; they begin with the HTTP of this edge. */
    final CompletableFuture<@Nullable Void> replaysDead = new CompletableFuture<>();

    private final Node node;
    private final CommandCatchUp catchUp;
    private final CommandCatchUp identityCatchUp;
    private final RateLimitReplication shared;
    private final LocalAggregates aggregates;

    private CommandApiModule(Node node) {
        this.node = node;
        quotas =
                new ClusterRateLimiter(
                        node.clock, node.log.settings().nodeId(), node.address == null);
        quotas.show(new Bounds(node.meters));
        replicas = EdgeReplicas.open(node);
        PartitionTakeovers takeovers = takeovers();
        pipelines.put(DeciderGroup.IDENTITY, pipeline(DeciderGroup.IDENTITY, _ -> {}));
        pipelines.put(DeciderGroup.RESOURCES, pipeline(DeciderGroup.RESOURCES, takeovers::taken));
        gateway =
                TracedCommandGateway.of(
                        new MeasuredCommandGateway(
                                new GroupedCommandGateway(gateways()), node.meters),
                        node.log.settings().traces());
        Partitions partitions = new Partitions(node.log.settings().partitions());
        aggregates =
                new LocalAggregates(
                        requireNonNull(pipelines.get(DeciderGroup.RESOURCES)).decider::streams,
                        partitions,
                        takeovers);
        dataKeyRing = dataKeyRing();
        BestEffortPublisher side = sideRecords();
        IdGenerator mint =
                new IdGenerator(
                        node.clock, new SecureRandom(), node.secretFiles.derive("listings"));
        callbacks = new MeasuredCallbackLog(callbackLog(), node.meters);
        published = node.closing.add(KafkaPublishedLog.connect(node.log.clients(), node.ids));
        requested =
                node.closing.add(KafkaRequestedDeliveries.connect(node.log.clients(), node.ids));
        listings = new KafkaListingRecorder(side, partitions, node.ids, mint);
        audit =
                audit(
                        new KafkaAuditTrail(
                                side, partitions, node.ids, node.box, mint, replicas.tenants));
        writeLastSeen();
        spool = ClickSpooling.start(node);
        catchUp = replicas.catchUp(DeciderGroup.RESOURCES);
        identityCatchUp = replicas.catchUp(DeciderGroup.IDENTITY);
        shared = sharedQuotas();
        reconcileClaims(mint);
        node.vital.add("the runner of replays", replaysDead);
        restored =
                CompletableFuture.allOf(
                        replicas.view.caughtUp(),
                        replicas.identity.caughtUp(),
                        catchUp.done(),
                        identityCatchUp.done(),
                        shared.caughtUp());
        redirects = redirects();
    }

    /** Puts the edge together and starts it. */
    static CommandApiModule start(Node node) {
        CommandApiModule edge = new CommandApiModule(node);
        edge.replicas.start();
        edge.pipelines.values().forEach(pipeline -> pipeline.decider.start());
        return edge;
    }

    private PartitionTakeovers takeovers() {
        PartitionTakeovers made =
                node.closing.add(
                        new PartitionTakeovers(partition ->
                                CommandCatchUp.ofPartition(
                                        Connections.to(node.log.settings()),
                                        replicas.view,
                                        EdgeReplicas.served(DeciderGroup.RESOURCES),
                                        partition)));
        node.vital.add("the watch of partitions taken over", made.dead());
        return made;
    }

    private CommandPipeline pipeline(DeciderGroup group, IntConsumer taken) {
        return new CommandPipeline(node, group, replicas.tenants, taken);
    }

    private Map<DeciderGroup, CommandGateway> gateways() {
        Map<DeciderGroup, CommandGateway> gateways = new EnumMap<>(DeciderGroup.class);
        pipelines.forEach((group, pipeline) -> gateways.put(group, pipeline.gateway));
        return gateways;
    }

    private DataKeyRing dataKeyRing() {
        KafkaDataKeyRing ring =
                node.closing.add(
                        KafkaDataKeyRing.connect(
                                node.log.clients(), node.dataKeys, node.ids, node.clock));
        // A workspace has no data key if the log did not accept one at its creation.
        node.dataKeys.whenMissing(subject -> {
            if (replicas.tables.workspaces.byId(subject).isPresent()) {
                var _ = ring.keyFor(subject);
            }
        });
        return ring;
    }

    private CallbackLog callbackLog() {
        return node.closing.add(
                KafkaCallbackLog.connect(
                        node.log.clients(),
                        node.ids,
                        node.box,
                        new MediaFiles(node.services.media().folder(), node.box),
                        node.clock));
    }

    private BestEffortPublisher sideRecords() {
        return node.closing.add(
                new BestEffortPublisher(
                        "side-records",
                        node.log.clients().bestEffort(SIDE_PATIENCE, Topics.AUDIT, Topics.LISTINGS),
                        node.meters,
                        () -> node.disk.level().backgroundRuns()));
    }

    private AuditTrail audit(KafkaAuditTrail trail) {
        node.vital.add("the audit", trail.dead());
        return node.closing.add(trail);
    }

    private void writeLastSeen() {
        LastSeenPublisher log =
                node.closing.add(
                        LastSeenPublisher.start(
                                node.log.clients(),
                                replicas.lastSeen,
                                replicas.storedLastSeen,
                                node.ids,
                                LastSeenPublisher.EVERY));
        node.vital.add("last-seen times", log.dead());
    }

    private RateLimitReplication sharedQuotas() {
        RateLimitReplication started =
                node.closing.add(
                        RateLimitReplication.start(
                                node.log.clients(), quotas, node.ids, node.clock));
        node.vital.add("quotas", started.dead());
        return started;
    }

    private void reconcileClaims(IdGenerator mint) {
        ClaimReconciler reconciler =
                node.closing.add(
                        ClaimReconciler.start(
                                replicas.tables.users,
                                new IdentityFreshness(replicas.identity, this::isRestored),
                                gateway,
                                mint,
                                node.clock));
        node.vital.add("the reconciler of claims", reconciler.dead());
    }

    private RedirectEdge redirects() {
        RedirectEdge edge =
                new RedirectEdge(
                        replicas.links,
                        this::isRestored,
                        spool,
                        gateway,
                        owners(),
                        replicas.tenants,
                        node.services.redirects(),
                        node.ids,
                        node.clock,
                        node.meters,
                        node.log.settings().traces());
        node.vital.add("the admission of clicks", edge.dead());
        return edge;
    }

    private OwnerLookup owners() {
        NodeAddress self = node.address;
        return self == null
                ? OwnerLookup.NONE
                : node.closing.add(new RemoteOwners(self, node.trust, aggregates, node.ids));
    }

    /**
     * Whether this node knows everything. A log that is read again from its beginning passes through former states, in which a
     * revoked key is valid, so they are not used until the end is reached.
     */
    boolean isRestored() {
        return restored.isDone() && replicas.caughtUp();
    }

    /** Whether this node owns a replay and has time for it. */
    boolean mayReplay(String replay) {
        return isRestored()
                && node.disk.level().backgroundRuns()
                && aggregates.newest(Context.WEBHOOKS, replay) instanceof NewestEvent.Found;
    }

    /** The progress of reading everything that was confirmed to callers before this start. */
    Progress progress() {
        return Stream.of(
                        replicas.view.progress(),
                        replicas.identity.progress(),
                        catchUp.progress(),
                        identityCatchUp.progress())
                .reduce(shared.progress(), Progress::ofOpen);
    }

    /**
     * The internal routes for other nodes. Outcomes are accepted from the beginning. Links are served after the start, and then
     * also while a view is rebuilt, since the decider reads no view; those of a partition that is taken over meanwhile, after
     * that.
     */
    RouterFunction<ServerResponse> internalRoutes() {
        List<PendingCommands> pending =
                pipelines.values().stream().map(pipeline -> pipeline.pending).toList();
        return new OutcomeRoutes(node.trust.token(), pending, node.ids)
                .routes()
                .and(new OwnerRoutes(node.trust.token(), aggregates, restored::isDone).routes());
    }

    /** Waits until the producers know every command topic; not for an event loop. */
    void warmUp(Duration atMost) {
        pipelines.values().forEach(pipeline -> pipeline.gateway.warmUp(atMost));
    }
}
