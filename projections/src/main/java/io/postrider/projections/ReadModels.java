package io.postrider.projections;

import io.postrider.domain.links.Link;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.reads.NodeReads;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryNames;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.threads.FairExecutor;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.projections.events.AuditQueries;
import io.postrider.projections.events.EventQueries;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.ListProjection;
import io.postrider.projections.lists.Lists;
import io.postrider.projections.lists.ResourceLists;
import io.postrider.projections.lists.ResourceQueries;
import io.postrider.projections.lists.ScatterQuery;
import io.postrider.projections.messages.SendAttemptProjection;
import io.postrider.projections.reading.QueryHandler;
import io.postrider.projections.stats.StatsQueries;
import io.postrider.projections.webhooks.DeliveryQueries;
import io.postrider.projections.webhooks.WebhookHealthReads;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Every read model of a node: the place to add one. */
public final class ReadModels {

    private static final int READERS = 2;
    private static final int READS_WAITING_MAX = 2_000;

    /** Models, connections and workspaces are listed from the edges, which keep them in memory. */
    private static final Set<Context> LISTED =
            EnumSet.complementOf(EnumSet.of(Context.USERS, Context.WORKSPACES, Context.MODELS));

    private final Map<String, ScatterQuery> listQuestions = new HashMap<>();
    private final Map<String, QueryHandler> deliveryQuestions = new HashMap<>();
    private final Map<String, QueryHandler> historyQuestions = new HashMap<>();
    private final List<Projection> lists;
    private final List<Projection> deliveries = new ArrayList<>();
    private final List<Projection> history = new ArrayList<>();

    /**
     * Puts the read models together.
     *
     * @param lists the resources as callers change them, in a store for each view of {@link #lists()}
     * @param deliveries the deliveries of webhooks, and the attempts to send messages
     * @param history keeps all that ever happened, which is as much as there are visitors; apart, so that no crowd of them
     *     holds up a list
     * @param auditKept retention of audit entries that are not events
     * @param messagesKept retention of messages in lists
     */
    public ReadModels(
            Lists lists,
            ProjectionStore deliveries,
            ProjectionStore history,
            SchemaIds ids,
            Rendering rendering,
            Duration auditKept,
            Duration messagesKept,
            InstantSource clock) {
        Map<Context, ListProjection> views = new EnumMap<>(Context.class);
        LISTED.forEach(context ->
                views.put(context, new ListProjection(context, ids, messagesKept, clock)));
        this.lists = List.copyOf(views.values());
        ResourceLists resources = new ResourceLists(views, lists, rendering);
        ResourceQueries<Link> links =
                resources.of(
                        Catalogue.LINK,
                        (link, json) ->
                                json.put(
                                        "click_count",
                                        StatsQueries.clickCount(
                                                history, link.workspace(), link.id())));
        LISTED.forEach(context ->
                Catalogue.of(context)
                        .forEach(entry -> listQuestions.putAll(resources.of(entry).questions())));
        // In place of those without counts.
        listQuestions.putAll(links.questions());
        WebhookHealthReads health = new WebhookHealthReads(deliveries, clock);
        listQuestions.putAll(resources.of(Catalogue.WEBHOOK, health::add).questions());
        SendAttemptProjection attempts = new SendAttemptProjection(deliveries, ids, clock);
        this.deliveries.addAll(DeliveryQueries.views(deliveries, ids, clock));
        this.deliveries.add(attempts);
        deliveryQuestions.putAll(new DeliveryQueries(deliveries, ids, clock).questions());
        deliveryQuestions.put(QueryNames.SEND_ATTEMPTS, attempts::answer);
        historyQuestions.putAll(new StatsQueries(history, ids).questions());
        EventJson json = new EventJson(rendering);
        EventQueries events = new EventQueries(history, ids, json);
        AuditQueries audit = new AuditQueries(history, ids, json, auditKept, clock);
        historyQuestions.putAll(events.questions());
        historyQuestions.putAll(audit.questions());
        this.history.addAll(StatsQueries.views(ids));
        this.history.addAll(events.views());
        this.history.addAll(audit.views());
    }

    /** The views of the lists. Each is made of one topic and has a store of its own. */
    public List<Projection> lists() {
        return lists;
    }

    /** The views of the store of deliveries. */
    public List<Projection> deliveries() {
        return List.copyOf(deliveries);
    }

    /** The views of the store of events. */
    public List<Projection> history() {
        return List.copyOf(history);
    }

    /**
     * Answers questions from the stores of the lists, and from those that the runners write.
     *
     * @param owners owners of the lists' partitions
     * @param nodes asks the other nodes for their partitions
     * @param bounds where the number of waiting reads is shown
     */
    public QueryGateway reads(
            SourceStores listStores,
            ProjectionRunner deliveryRunner,
            ProjectionRunner historyRunner,
            ListOwners owners,
            NodeReads nodes,
            Partitions partitions,
            Bounds bounds) {
        SharedCapacity places = SharedCapacity.ofTenants(READS_WAITING_MAX);
        bounds.show("reads", places);
        FairExecutor disk = new FairExecutor(readers(), places);
        var ofLists = new LocalReads.Followed(topics(lists), listStores::awaitCommand);
        var ofDeliveries =
                new LocalReads.Followed(topics(deliveries), deliveryRunner::awaitCommand);
        var ofHistory = new LocalReads.Followed(topics(history), historyRunner::awaitCommand);
        return joined(
                new ScatteredReads(
                        listQuestions,
                        partitions,
                        owners,
                        new LocalReads(partQuestions(), List.of(ofLists), disk),
                        nodes),
                new LocalReads(deliveryQuestions, List.of(ofDeliveries), disk),
                new LocalReads(historyQuestions, List.of(ofHistory), disk));
    }

    /** Answers on the thread that asks, from the stores of a node that has the one partition, however far they are. */
    public QueryGateway direct() {
        QueryGateway ofLists =
                new ScatteredReads(
                        listQuestions,
                        new Partitions(1),
                        ListOwners.alone(1),
                        direct(partQuestions()),
                        NodeReads.NONE);
        return joined(ofLists, direct(deliveryQuestions), direct(historyQuestions));
    }

    private static QueryGateway direct(Map<String, QueryHandler> questions) {
        return question -> {
            QueryHandler known = questions.get(question.name());
            if (known == null) {
                throw new IllegalArgumentException("question: " + question.name());
            }
            return CompletableFuture.completedStage(known.answer(question));
        };
    }

    /** Each question goes to the stores that answer it. */
    private QueryGateway joined(
            QueryGateway ofLists, QueryGateway ofDeliveries, QueryGateway ofHistory) {
        Map<String, QueryGateway> byName = new HashMap<>();
        deliveryQuestions.keySet().forEach(name -> byName.put(name, ofDeliveries));
        historyQuestions.keySet().forEach(name -> byName.put(name, ofHistory));
        for (String ofLink : List.of(QueryNames.LINK_CLICKS, QueryNames.LINK_STATS)) {
            byName.put(ofLink, question -> ifLinkExists(ofLists, question, ofHistory));
        }
        return question -> byName.getOrDefault(question.name(), ofLists).ask(question);
    }

    private static CompletionStage<QueryResult> ifLinkExists(
            QueryGateway ofLists, Query question, QueryGateway ofHistory) {
        return ofLists.ask(question.named(QueryNames.LINK))
                .thenCombine(
                        ofHistory.ask(question),
                        (link, answer) -> link instanceof QueryResult.Found ? answer : link);
    }

    /** The questions for parts of lists. */
    private Map<String, QueryHandler> partQuestions() {
        Map<String, QueryHandler> all = new HashMap<>();
        listQuestions.forEach((name, question) -> all.put(name, question.part()::apply));
        return all;
    }

    private static Set<Topic> topics(List<Projection> views) {
        return views.stream()
                .flatMap(view -> view.topics().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Its queue is bounded by the places of the {@link FairExecutor} before it. */
    private static Executor readers() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(
                        READERS,
                        READERS,
                        1,
                        TimeUnit.MINUTES,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("reads-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
