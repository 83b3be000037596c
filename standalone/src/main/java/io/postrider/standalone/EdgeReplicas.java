package io.postrider.standalone;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.postrider.identity.auth.KeyOwners;
import io.postrider.identity.auth.LastSeenRetention;
import io.postrider.identity.auth.WorkspaceOwners;
import io.postrider.identity.lastseen.LastSeenLog;
import io.postrider.identity.lastseen.LastSeenProjection;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.models.KafkaCompletionStore;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.CommandCatchUp;
import io.postrider.redirects.LinkReplica;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Replica;
import io.postrider.web.resource.ReplicaBarrier;
import io.postrider.web.route.LogEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The replicas of the edge, in memory and on disk, and the two consumers that fill them. */
final class EdgeReplicas implements ReplicaBarrier, LogEnd, AutoCloseable {

    private static final Duration LOG_END_POLL = Duration.ofMillis(50);
    private static final int LAST_SEEN_TABLE = 0x1c;
    private static final int COMPLETIONS_TABLE = 0x1d;

    final MemoryReplicas tables;
    final Tenants tenants;
    final LinkReplica links;
    final LastSeenTracker lastSeen;
    final LastSeenLog storedLastSeen;
    final ProjectionRunner view;

    /** Keys, users and workspaces have a consumer of their own: revocations wait for nothing else. */
    final ProjectionRunner identity;

    private final Node node;

    /** Fills the tables from the stores of the last run. */
    EdgeReplicas(
            Node node,
            MemoryReplicas tables,
            ProjectionStore edgeStore,
            ProjectionStore identityStore,
            KafkaCompletionStore completions) {
        this.node = node;
        this.tables = tables;
        tenants = new WorkspaceOwners(tables.workspaces, tables.users);
        List<Projection> identityViews = restored(DeciderGroup.IDENTITY, identityStore);
        List<Projection> views = restored(DeciderGroup.RESOURCES, edgeStore);
        links = new LinkReplica(edgeStore, node.ids());
        DataKeyProjection dataKeys = new DataKeyProjection(node.dataKeys(), node.ids());
        dataKeys.load(identityStore);
        identityViews.add(dataKeys);
        identity = node.runner("identity", identityStore, identityViews);
        lastSeen =
                new LastSeenTracker(
                        node.box(), outlived(identity), new KeyOwners(tables.keys, tenants));
        LastSeenProjection seen = new LastSeenProjection(lastSeen, LAST_SEEN_TABLE, node.ids());
        seen.restore(edgeStore);
        storedLastSeen = seen.in(edgeStore);
        views.addAll(List.of(completions.view(), seen, links));
        view = node.runner("edge", edgeStore, views);
        show(new Bounds(node.meters()));
    }

    private void show(Bounds bounds) {
        bounds.show("workspace_bytes", tables.held::all, node.services().tenants().nodeBytes());
        tables.users.show(bounds, node.services().tenants().users());
        lastSeen.show(bounds);
    }

    private List<Projection> restored(DeciderGroup group, ProjectionStore store) {
        List<LatestEventProjection> views = tables.views(group, node.ids());
        views.forEach(table -> table.restore(store));
        return new ArrayList<>(views);
    }

    private LastSeenRetention outlived(ProjectionRunner runner) {
        return new LastSeenRetention(
                tables.keys,
                tables.users,
                new IdentityFreshness(runner, () -> runner.caughtUp().isDone()),
                node.services().sessions(),
                node.clock());
    }

    static KafkaCompletionStore completions(Node node, ProjectionStore store) {
        return KafkaCompletionStore.connect(
                node.clients(), store, COMPLETIONS_TABLE, node.ids(), node.box(), node.clock());
    }

    void start() {
        identity.start();
        view.start();
    }

    /** Whether both consumers have read everything that was in the log at the start. */
    boolean caughtUp() {
        return view.caughtUp().isDone() && identity.caughtUp().isDone();
    }

    /** The contexts of a group whose resources have replicas, which must be complete before this node serves any. */
    static Set<Context> served(DeciderGroup group) {
        return Catalogue.all().stream()
                .filter(entry -> entry.resource().replica() != Replica.NONE)
                .<Context>map(AggregateType::context)
                .filter(context -> context.group() == group)
                .collect(toUnmodifiableSet());
    }

    /** Watches the commands of a group that were open at the start. */
    CommandCatchUp catchUp(DeciderGroup group) {
        CommandCatchUp started =
                CommandCatchUp.start(
                        Connections.to(node.kafka()),
                        runner(group),
                        served(group),
                        node.kafka().partitions());
        node.vital().add("the watch of open commands", started.dead());
        return started;
    }

    /** Completes with true if the replicas of this node have a write within the time. */
    @Override
    public CompletableFuture<Boolean> await(
            String tenant, ConsistencyToken token, Duration atMost) {
        return runner(token.context().group())
                .awaitCommand(
                        tenant,
                        token.context().events(),
                        token.partition(),
                        token.offset(),
                        atMost);
    }

    /** Completes with true if everything that the log has now for the replicas is applied within the time. */
    @Override
    public Mono<Boolean> reached(Duration atMost) {
        long asked = System.nanoTime();
        return Flux.interval(Duration.ZERO, LOG_END_POLL)
                .map(_ -> isFresherThan(Duration.ofNanos(System.nanoTime() - asked)))
                .filter(isFresh -> isFresh)
                .next()
                .timeout(atMost, Mono.just(false));
    }

    private boolean isFresherThan(Duration age) {
        return Arrays.stream(DeciderGroup.values())
                .flatMap(group ->
                        served(group).stream()
                                .map(context -> runner(group).staleness(context.events())))
                .allMatch(staleness -> staleness.compareTo(age) <= 0);
    }

    private ProjectionRunner runner(DeciderGroup group) {
        return switch (group) {
            case IDENTITY -> identity;
            case RESOURCES -> view;
        };
    }

    @Override
    public void close() {
        try (identity;
                view) {
            // Closes both, whatever happens.
        }
    }
}
