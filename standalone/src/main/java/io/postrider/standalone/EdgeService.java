package io.postrider.standalone;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.audit.KafkaAuditTrail;
import io.postrider.api.auth.KeyTable;
import io.postrider.api.auth.Outlived;
import io.postrider.api.auth.UserTable;
import io.postrider.api.auth.WorkspaceTable;
import io.postrider.api.commands.AnswerRoutes;
import io.postrider.api.commands.KafkaCommandGateway;
import io.postrider.api.commands.LocalAnswers;
import io.postrider.api.commands.PendingAnswers;
import io.postrider.api.commands.RemoteAnswers;
import io.postrider.api.decider.DeciderTopology;
import io.postrider.api.decider.LocalAggregates;
import io.postrider.api.http.AuditTrail;
import io.postrider.api.http.IdMint;
import io.postrider.api.links.KafkaListingRecorder;
import io.postrider.api.links.ListingRecorder;
import io.postrider.api.models.CompletionLog;
import io.postrider.api.models.ModelTable;
import io.postrider.api.quotas.Quotas;
import io.postrider.api.quotas.SharedQuotas;
import io.postrider.api.redirect.LinkTable;
import io.postrider.api.redirect.OwnerLookup;
import io.postrider.api.redirect.OwnerRoutes;
import io.postrider.api.redirect.RemoteOwners;
import io.postrider.api.sightings.SightingLog;
import io.postrider.api.sightings.SightingView;
import io.postrider.api.sightings.Sightings;
import io.postrider.api.spool.ClickSpool;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.users.UserEvent;
import io.postrider.domain.workspaces.WorkspaceEvent;
import io.postrider.runtime.kafka.SideRecords;
import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.nodes.NodeAddress;
import io.postrider.runtime.secrets.DataKeyRing;
import io.postrider.runtime.secrets.DataKeyView;
import io.postrider.runtime.secrets.KafkaDataKeyRing;
import io.postrider.runtime.streams.StreamsApp;
import io.postrider.runtime.streams.transactional.TransactionalStores;
import io.postrider.runtime.views.CommandCatchUp;
import io.postrider.runtime.views.NewestEvents;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The public edge without its HTTP: keys, links and models at hand, commands out, the decider, the spool of clicks. */
final class EdgeService {

    /** Waiting commands that are answered at once would be far fewer; beyond this the log is not keeping up. */
    private static final int COMMANDS_IN_FLIGHT_MAX = 10_000;

    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(20);

    /** What this node tells from memory, and so must know all of before it tells anything. */
    static final Set<Context> IN_FORCE =
            Set.of(Context.KEYS, Context.LINKS, Context.MODELS, Context.USERS, Context.WORKSPACES);

    /** What says who is let in, and what he may do. */
    static final Set<Context> WHO_IS_IN = Set.of(Context.KEYS, Context.USERS, Context.WORKSPACES);

    final KeyTable keys;
    final UserTable users;
    final WorkspaceTable workspaces;
    final Sightings sightings;
    final Quotas quotas;
    final LinkTable links;
    final ModelTable models;
    final ViewRunner view;
    final KafkaCommandGateway gateway;
    final StreamsApp decider;
    final ClickSpool spool;
    final ListingRecorder listings;
    final AuditTrail audit;
    final OwnerLookup owners;
    final DataKeyRing dataKeyRing;
    final CompletionLog completions;

    /** Completes when everything that callers may have been told before this start is known here. */
    final CompletableFuture<?> restored;

    private final Node node;
    private final PendingAnswers pending;
    private final LocalAggregates aggregates;

    private EdgeService(Node node) {
        this.node = node;
        ViewStore store = node.store("edge");
        keys = new KeyTable(node.clock);
        users = new UserTable();
        workspaces = new WorkspaceTable();
        models = new ModelTable();
        sightings = new Sightings(node.box);
        quotas = new Quotas(node.clock, node.log.settings().nodeId(), node.address == null);
        List<NewestEvents> tables =
                List.of(
                        table(Context.KEYS, 0x18, KeyEvent.class, keys::apply),
                        table(Context.USERS, 0x19, UserEvent.class, users::apply),
                        table(Context.WORKSPACES, 0x1a, WorkspaceEvent.class, workspaces::apply),
                        table(Context.MODELS, 0x1b, ModelEvent.class, models::apply));
        tables.forEach(table -> table.restore(store));
        links = new LinkTable(store, node.ids);
        DataKeyView dataKeys = new DataKeyView(node.dataKeys, node.ids);
        dataKeys.load(store);
        SightingView seen = new SightingView(sightings, 0x1c, node.ids);
        seen.restore(store);
        completions = node.closing.add(completions(store));
        List<View> views = new ArrayList<>(tables);
        views.add(completions.view());
        views.add(seen);
        views.add(links);
        views.add(dataKeys);
        view = node.runner("edge", store, views);
        pending = node.closing.add(new PendingAnswers(COMMANDS_IN_FLIGHT_MAX, ANSWER_TIMEOUT));
        gateway =
                node.closing.add(
                        KafkaCommandGateway.connect(
                                node.log.settings(),
                                node.ids,
                                pending,
                                node.log.health()::reachable,
                                node.address == null ? null : node.address.toString()));
        TransactionalStores stores = node.streams.transactionalStores(DeciderTopology.APPLICATION);
        decider =
                node.closing.add(
                        new StreamsApp(
                                new DeciderTopology(
                                                node.ids, answers(), this::remind, stores::supplier)
                                        .build(),
                                DeciderTopology.properties(node.streams),
                                stores));
        aggregates =
                new LocalAggregates(
                        decider.streams(), new Partitions(node.log.settings().partitions()));
        owners = owners();
        dataKeyRing =
                node.closing.add(
                        KafkaDataKeyRing.connect(
                                node.log.settings(), node.dataKeys, node.ids, node.clock));
        SideRecords side =
                node.closing.add(
                        SideRecords.connect(
                                "side-records", node.log.settings(), new SimpleMeterRegistry()));
        Partitions partitions = new Partitions(node.log.settings().partitions());
        IdMint mint =
                new IdMint(node.clock, new SecureRandom(), node.secretFiles.derive("listings"));
        listings = new KafkaListingRecorder(side, partitions, node.ids, mint);
        audit = node.closing.add(new KafkaAuditTrail(side, partitions, node.ids, node.box, mint));
        node.closing.add(
                SightingLog.start(
                        node.log.settings(),
                        sightings,
                        node.ids,
                        new Outlived(keys, node.services.sessions(), node.clock),
                        SightingLog.EVERY));
        spool = ClickSpooling.start(node);
        Admin admin = node.closing.add(Admin.create(node.log.settings().adminConfig("edge")));
        CommandCatchUp catchUp =
                node.closing.add(
                        CommandCatchUp.start(
                                admin, view, IN_FORCE, node.log.settings().partitions()));
        SharedQuotas shared =
                node.closing.add(
                        SharedQuotas.start(node.log.settings(), quotas, node.ids, node.clock));
        restored = CompletableFuture.allOf(view.caughtUp(), catchUp.done(), shared.caughtUp());
    }

    private CompletionLog completions(ViewStore store) {
        return CompletionLog.connect(
                node.log.settings(), store, 0x1d, node.ids, node.box, node.clock);
    }

    private NewestEvents table(
            Context context, int number, Class<?> payload, Consumer<EventRecord> memory) {
        return new NewestEvents(context, number, payload, node.ids, memory);
    }

    /** Puts the edge together and starts it. */
    static EdgeService start(Node node) {
        EdgeService edge = new EdgeService(node);
        edge.view.start();
        edge.decider.start();
        return edge;
    }

    /** What other nodes ask of this one, and tell it. */
    RouterFunction<ServerResponse> internalRoutes() {
        return new AnswerRoutes(node.token, pending, node.ids)
                .routes()
                .and(new OwnerRoutes(node.token, aggregates).routes());
    }

    /** Nobody waits for what becomes of it: what got lost is sent again. */
    private void remind(Context context, CommandRecord command) {
        var _ = gateway.send(context, command);
    }

    private LocalAnswers answers() {
        if (node.address == null) {
            return LocalAnswers.alone(pending);
        }
        return new LocalAnswers(
                node.address.toString(),
                pending,
                node.closing.add(new RemoteAnswers(node.token, node.ids)));
    }

    /** Whether a write of models has arrived here within the time. */
    CompletableFuture<Boolean> arrived(ConsistencyToken token, Duration atMost) {
        return view.awaitCommand(
                token.context().events(), token.partition(), token.offset(), atMost);
    }

    private OwnerLookup owners() {
        NodeAddress self = node.address;
        return self == null
                ? OwnerLookup.NOBODY
                : node.closing.add(new RemoteOwners(self, node.token, aggregates, node.ids));
    }
}
