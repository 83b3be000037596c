package io.postrider.standalone;

import io.postrider.platform.meters.Bounds;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.reads.NodeReads;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.ReadClient;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.platform.threads.BackgroundThrottle;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.projections.ReadModels;
import io.postrider.projections.ReadRoutes;
import io.postrider.projections.clicks.ClicksTopology;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.LocalLists;
import io.postrider.redirects.spool.ClickSpool;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The read models and the publication of clicks. */
final class ReadService implements AutoCloseable {

    /** The timeout of a part of a list, in addition to the wait for a token. */
    private static final Duration PART_TIMEOUT = Duration.ofMillis(500);

    final StreamsApp lists;
    final ProjectionRunner deliveries;
    final ProjectionRunner history;
    final QueryGateway reads;
    final StreamsApp clicks;

    private final Node node;
    private final LongSupplier visitors;
    private final SourceStores listStores;
    private final @Nullable ReadClient peers;

    /** @param spool the clicks of this process, if it has redirects */
    ReadService(
            Node node,
            ProjectionStore deliveryStore,
            ProjectionStore historyStore,
            @Nullable ClickSpool spool) {
        this.node = node;
        visitors = spool == null ? () -> 0 : spool::appendedRecords;
        ReadModels models =
                new ReadModels(
                        new LocalLists(this::listStreams),
                        deliveryStore,
                        historyStore,
                        node.ids(),
                        node.rendering(),
                        node.kafka().auditRetention(),
                        node.services().messagesKept(),
                        node.clock());
        listStores = node.streams().sourceStores();
        listStores.show(new Bounds(node.meters()));
        lists =
                new StreamsApp(
                        topology -> listStores.addTo(topology, models.lists()),
                        node.streams().lists());
        deliveries = node.runner("deliveries", deliveryStore, models.deliveries());
        history = node.runner("history", historyStore, models.history());
        peers = node.address() == null ? null : new ReadClient(node.trust(), PART_TIMEOUT);
        Partitions partitions = new Partitions(node.kafka().partitions());
        reads =
                models.reads(
                        listStores,
                        deliveries,
                        history,
                        owners(node.address(), partitions.count()),
                        peers == null ? NodeReads.NONE : peers,
                        partitions,
                        new Bounds(node.meters()));
        TransactionalStores stores = node.streams().transactionalStores(ClicksTopology.APPLICATION);
        clicks =
                new StreamsApp(
                        topology -> addClicks(topology, stores),
                        ClicksTopology.properties(node.streams()),
                        stores);
    }

    void start() {
        lists.start();
        deliveries.start();
        // Redirects have priority over click processing.
        history.startInBackground(new BackgroundThrottle(visitors));
        clicks.startInBackground();
    }

    /** The progress of the lists, which have caught up when a query finds each partition of this node. */
    Progress listsProgress() {
        Progress restored = lists.progress();
        return new Progress(
                restored.applied(),
                restored.total(),
                restored.caughtUp() && listStores.isCurrent());
    }

    private ListOwners owners(@Nullable NodeAddress self, int partitions) {
        return self == null
                ? ListOwners.alone(partitions)
                : ListOwners.assigned(this::listStreams, self.toString());
    }

    private KafkaStreams listStreams() {
        return lists.streams();
    }

    /** The internal routes for other nodes. */
    RouterFunction<ServerResponse> internalRoutes() {
        return new ReadRoutes(node.trust().token(), reads).routes();
    }

    private void addClicks(Topology topology, TransactionalStores stores) {
        ClicksTopology.addTo(
                topology,
                node.ids(),
                new Partitions(node.kafka().partitions()),
                node.secretFiles().derive("visitors"),
                new BackgroundThrottle(visitors),
                new Bounds(node.meters()),
                stores::supplier);
    }

    @Override
    public void close() {
        try (listStores;
                lists;
                deliveries;
                history;
                peers;
                clicks) {
            // Closes the last one first, and all of them, whatever happens.
        }
    }
}
