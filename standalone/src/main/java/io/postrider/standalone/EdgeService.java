package io.postrider.standalone;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.audit.KafkaAuditTrail;
import io.postrider.api.auth.HeldBytes;
import io.postrider.api.auth.KeyOwners;
import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.Outlived;
import io.postrider.api.auth.UserTable;
import io.postrider.api.auth.WorkspaceOwners;
import io.postrider.api.auth.WorkspaceTable;
import io.postrider.api.commands.AnswerRoutes;
import io.postrider.api.commands.CommandGateway;
import io.postrider.api.commands.GroupedCommandGateway;
import io.postrider.api.commands.PendingAnswers;
import io.postrider.api.decider.LocalAggregates;
import io.postrider.api.decider.Takeovers;
import io.postrider.api.http.AuditTrail;
import io.postrider.api.http.IdMint;
import io.postrider.api.links.KafkaListingRecorder;
import io.postrider.api.links.ListingRecorder;
import io.postrider.api.models.CompletionLog;
import io.postrider.api.models.ModelTable;
import io.postrider.api.people.ClaimReconciler;
import io.postrider.api.quotas.Quotas;
import io.postrider.api.quotas.SharedQuotas;
import io.postrider.api.redirect.LinkTable;
import io.postrider.api.redirect.OwnerLookup;
import io.postrider.api.redirect.OwnerRoutes;
import io.postrider.api.redirect.RedirectEdge;
import io.postrider.api.redirect.RemoteOwners;
import io.postrider.api.sightings.SightingLog;
import io.postrider.api.sightings.SightingView;
import io.postrider.api.sightings.Sightings;
import io.postrider.api.sightings.StoredSightings;
import io.postrider.api.spool.ClickSpool;
import io.postrider.api.webhooks.WebhookTable;
import io.postrider.runtime.kafka.SideRecords;
import io.postrider.runtime.limits.Tenants;
import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.nodes.NodeAddress;
import io.postrider.runtime.secrets.DataKeyRing;
import io.postrider.runtime.secrets.DataKeyView;
import io.postrider.runtime.secrets.KafkaDataKeyRing;
import io.postrider.runtime.views.CommandCatchUp;
import io.postrider.runtime.views.NewestEvents;
import io.postrider.runtime.views.Progress;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.EventRecord;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The public edge without its HTTP: keys, links and models at hand, commands out, the decider, the spool of clicks. */
final class EdgeService {

    /** Resources that this node serves from replicas, which must be complete before it serves any. */
    private static final Set<Context> SERVED = Set.of(Context.LINKS, Context.MODELS);

    final KeyTable keys;
    final UserTable users;
    final WorkspaceTable workspaces;
    final Tenants tenants;
    final WebhookTable webhooks;
    final HeldBytes held = new HeldBytes();
    final Sightings sightings;
    final Quotas quotas;
    final LinkTable links;
    final ModelTable models;
    final ViewRunner view;

    /** Keys, users and workspaces have a consumer of their own: revocations wait for nothing else. */
    final ViewRunner identity;

    final CommandGateway gateway;
    final Map<DeciderGroup, CommandPipeline> pipelines = new EnumMap<>(DeciderGroup.class);
    final ClickSpool spool;
    final ListingRecorder listings;
    final AuditTrail audit;
    final RedirectEdge redirects;
    final DataKeyRing dataKeyRing;
    final CompletionLog completions;

    /** Completes when everything that callers may have been told before this start is known here for the first time. */
    final CompletableFuture<?> restored;

    private final Node node;
    private final CommandCatchUp catchUp;
    private final CommandCatchUp identityCatchUp;
    private final SharedQuotas shared;
    private final LocalAggregates aggregates;

    private EdgeService(Node node) {
        this.node = node;
        ViewStore store = node.store("edge");
        keys = new KeyTable(node.clock, held);
        users = new UserTable(held);
        workspaces = new WorkspaceTable(held);
        tenants = new WorkspaceOwners(workspaces, users);
        models = new ModelTable(held);
        webhooks = new WebhookTable(held);
        quotas = new Quotas(node.clock, node.log.settings().nodeId(), node.address == null);
        ViewStore identityStore = node.store("identity");
        List<NewestEvents> identities =
                List.of(
                        table(Context.KEYS, keys::apply),
                        table(Context.USERS, users::apply),
                        table(Context.WORKSPACES, workspaces::apply));
        identities.forEach(table -> table.restore(identityStore));
        List<NewestEvents> resources =
                List.of(
                        table(Context.MODELS, models::apply),
                        table(Context.WEBHOOKS, webhooks::apply));
        resources.forEach(table -> table.restore(store));
        links = new LinkTable(store, node.ids);
        DataKeyView dataKeys = new DataKeyView(node.dataKeys, node.ids);
        dataKeys.load(identityStore);
        completions = node.closing.add(completions(store));
        List<View> identityViews = new ArrayList<>(identities);
        identityViews.add(dataKeys);
        identity = node.runner("identity", identityStore, identityViews);
        sightings = new Sightings(node.box, outlived(identity), new KeyOwners(keys, tenants));
        SightingView seen = new SightingView(sightings, 0x1c, node.ids);
        seen.restore(store);
        List<View> views = new ArrayList<>(resources);
        views.addAll(List.of(completions.view(), seen, links));
        view = node.runner("edge", store, views);
        Admin admin = node.closing.add(Admin.create(node.log.settings().adminConfig("edge")));
        Takeovers takeovers = takeovers(admin);
        pipelines.put(
                DeciderGroup.IDENTITY,
                new CommandPipeline(node, DeciderGroup.IDENTITY, tenants, _ -> {}));
        pipelines.put(
                DeciderGroup.RESOURCES,
                new CommandPipeline(node, DeciderGroup.RESOURCES, tenants, takeovers::taken));
        gateway = new GroupedCommandGateway(gateways());
        aggregates =
                new LocalAggregates(
                        pipeline(DeciderGroup.RESOURCES).decider.streams(),
                        new Partitions(node.log.settings().partitions()),
                        takeovers);
        dataKeyRing =
                node.closing.add(
                        KafkaDataKeyRing.connect(
                                node.log.settings(), node.dataKeys, node.ids, node.clock));
        node.dataKeys.whenMissing(this::mint);
        SideRecords side =
                node.closing.add(
                        SideRecords.connect(
                                "side-records",
                                node.log.settings(),
                                new SimpleMeterRegistry(),
                                () -> node.disk.level().backgroundRuns()));
        Partitions partitions = new Partitions(node.log.settings().partitions());
        IdMint mint =
                new IdMint(node.clock, new SecureRandom(), node.secretFiles.derive("listings"));
        listings = new KafkaListingRecorder(side, partitions, node.ids, mint);
        audit = audit(new KafkaAuditTrail(side, partitions, node.ids, node.box, mint, tenants));
        writeSightings(seen.in(store));
        spool = ClickSpooling.start(node);
        catchUp = catchUp(admin, view, SERVED);
        identityCatchUp = catchUp(admin, identity, DeciderGroup.IDENTITY.contexts());
        shared =
                node.closing.add(
                        SharedQuotas.start(node.log.settings(), quotas, node.ids, node.clock));
        node.vital.add("quotas", shared.dead());
        reconcileClaims(mint);
        restored =
                CompletableFuture.allOf(
                        view.caughtUp(),
                        identity.caughtUp(),
                        catchUp.done(),
                        identityCatchUp.done(),
                        shared.caughtUp());
        redirects = redirects();
    }

    private RedirectEdge redirects() {
        RedirectEdge edge =
                new RedirectEdge(
                        links,
                        this::isRestored,
                        spool,
                        gateway,
                        owners(),
                        tenants,
                        node.services.redirects(),
                        node.ids,
                        node.clock);
        node.vital.add("the admission of clicks", edge.dead());
        return edge;
    }

    private Outlived outlived(ViewRunner runner) {
        return new Outlived(
                keys,
                users,
                new IdentityFreshness(runner, () -> runner.caughtUp().isDone()),
                node.services.sessions(),
                node.clock);
    }

    private CommandCatchUp catchUp(Admin admin, ViewRunner runner, Set<Context> contexts) {
        CommandCatchUp started =
                node.closing.add(
                        CommandCatchUp.start(
                                admin, runner, contexts, node.log.settings().partitions()));
        node.vital.add("the watch of open commands", started.dead());
        return started;
    }

    private Takeovers takeovers(Admin admin) {
        Takeovers made =
                node.closing.add(
                        new Takeovers(partition ->
                                CommandCatchUp.ofPartition(admin, view, SERVED, partition)));
        node.vital.add("the watch of partitions taken over", made.dead());
        return made;
    }

    private AuditTrail audit(KafkaAuditTrail trail) {
        node.vital.add("the audit", trail.dead());
        return node.closing.add(trail);
    }

    private void reconcileClaims(IdMint mint) {
        ClaimReconciler reconciler =
                node.closing.add(
                        ClaimReconciler.start(
                                users,
                                new IdentityFreshness(identity, this::isRestored),
                                gateway,
                                mint,
                                node.clock));
        node.vital.add("the reconciler of claims", reconciler.dead());
    }

    private void writeSightings(StoredSightings stored) {
        SightingLog log =
                node.closing.add(
                        SightingLog.start(
                                node.log.settings(),
                                sightings,
                                stored,
                                node.ids,
                                SightingLog.EVERY));
        node.vital.add("sightings", log.dead());
    }

    private CommandPipeline pipeline(DeciderGroup group) {
        return requireNonNull(pipelines.get(group));
    }

    /** A workspace has no data key where the log did not take one when it was opened. */
    private void mint(String subject) {
        if (workspaces.byId(subject).isPresent()) {
            var _ = dataKeyRing.keyFor(subject);
        }
    }

    private Map<DeciderGroup, CommandGateway> gateways() {
        Map<DeciderGroup, CommandGateway> gateways = new EnumMap<>(DeciderGroup.class);
        pipelines.forEach((group, pipeline) -> gateways.put(group, pipeline.gateway));
        return gateways;
    }

    private CompletionLog completions(ViewStore store) {
        return CompletionLog.connect(
                node.log.settings(), store, 0x1d, node.ids, node.box, node.clock);
    }

    private NewestEvents table(Context context, Consumer<EventRecord> memory) {
        return new NewestEvents(context, node.ids, memory);
    }

    /** Puts the edge together and starts it. */
    static EdgeService start(Node node) {
        EdgeService edge = new EdgeService(node);
        edge.identity.start();
        edge.view.start();
        edge.pipelines.values().forEach(pipeline -> pipeline.decider.start());
        return edge;
    }

    /**
     * Whether everything is known here. A log that is read again from its beginning passes through states that are over, in
     * which a revoked key is in force, so nothing goes by them until they are passed.
     */
    boolean isRestored() {
        return restored.isDone() && view.caughtUp().isDone() && identity.caughtUp().isDone();
    }

    /** How much is known here of what callers may have been told before this start. */
    Progress progress() {
        return Stream.of(
                        view.progress(),
                        identity.progress(),
                        catchUp.progress(),
                        identityCatchUp.progress())
                .reduce(shared.progress(), Progress::ofOpen);
    }

    /**
     * What other nodes ask of this one, and tell it. Outcomes are taken from the beginning. Links are told after the start, and
     * then also while a view is rebuilt, since the decider reads no view; a partition that is taken over meanwhile after that.
     */
    RouterFunction<ServerResponse> internalRoutes() {
        List<PendingAnswers> pending =
                pipelines.values().stream().map(pipeline -> pipeline.pending).toList();
        return new AnswerRoutes(node.trust.token(), pending, node.ids)
                .routes()
                .and(new OwnerRoutes(node.trust.token(), aggregates, restored::isDone).routes());
    }

    /** Waits until the producers know every command topic; not for an event loop. */
    void warmUp(Duration atMost) {
        pipelines.values().forEach(pipeline -> pipeline.gateway.warmUp(atMost));
    }

    /** Whether a write has arrived in this node's replica within the time. */
    CompletableFuture<Boolean> arrived(String tenant, ConsistencyToken token, Duration atMost) {
        return replica(token.context())
                .awaitCommand(
                        tenant,
                        token.context().events(),
                        token.partition(),
                        token.offset(),
                        atMost);
    }

    /** The consumer that a context's replica is filled by. */
    private ViewRunner replica(Context context) {
        return context.group() == DeciderGroup.IDENTITY ? identity : view;
    }

    private OwnerLookup owners() {
        NodeAddress self = node.address;
        return self == null
                ? OwnerLookup.NOBODY
                : node.closing.add(new RemoteOwners(self, node.trust, aggregates, node.ids));
    }
}
