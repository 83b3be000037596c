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
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.source.SourceStores;
import io.postrider.projections.ReadModels;
import io.postrider.projections.ReadRoutes;
import io.postrider.projections.clicks.ClicksTopology;
import io.postrider.projections.lists.ListOwners;
import io.postrider.projections.lists.LocalLists;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The read models and the publication of clicks. */
final class ReadService {

    /** The timeout of a part of a list, in addition to the wait for a token. */
    private static final Duration PART_TIMEOUT = Duration.ofMillis(500);

    final StreamsApp lists;
    final ProjectionRunner deliveries;
    final ProjectionRunner history;
    final QueryGateway reads;
    final StreamsApp clicks;

    private final Node node;

    private ReadService(Node node, LongSupplier visitors) {
        this.node = node;
        ProjectionStore deliveryStore = node.store("deliveries");
        ProjectionStore historyStore = node.store("history");
        ReadModels models =
                new ReadModels(
                        new LocalLists(this::listStreams),
                        deliveryStore,
                        historyStore,
                        node.ids,
                        node.rendering,
                        node.log.settings().auditRetention(),
                        node.services.messagesKept(),
                        node.clock);
        SourceStores listStores = node.closing.add(node.streams.sourceStores());
        lists =
                node.closing.add(
                        new StreamsApp(
                                topology -> listStores.addTo(topology, models.lists()),
                                node.streams.lists()));
        deliveries = node.runner("deliveries", deliveryStore, models.deliveries());
        history = node.runner("history", historyStore, models.history());
        Partitions partitions = new Partitions(node.log.settings().partitions());
        reads =
                models.reads(
                        listStores,
                        deliveries,
                        history,
                        owners(node.address, partitions.count()),
                        node.address == null
                                ? NodeReads.NONE
                                : node.closing.add(new ReadClient(node.trust, PART_TIMEOUT)),
                        partitions,
                        new Bounds(node.meters));
        TransactionalStores stores = node.streams.transactionalStores(ClicksTopology.APPLICATION);
        clicks =
                node.closing.add(
                        new StreamsApp(
                                topology ->
                                        addClicks(
                                                topology,
                                                node,
                                                new BackgroundThrottle(visitors),
                                                stores),
                                ClicksTopology.properties(node.streams),
                                stores));
    }

    /**
     * Creates and starts the read models.
     *
     * @param visitors number of clicks of this process so far
     */
    static ReadService start(Node node, LongSupplier visitors) {
        ReadService service = new ReadService(node, visitors);
        service.lists.start();
        service.deliveries.start();
        // Redirects have priority over click processing.
        service.history.startInBackground(new BackgroundThrottle(visitors));
        service.clicks.startInBackground();
        return service;
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
        return new ReadRoutes(node.trust.token(), reads).routes();
    }

    private static void addClicks(
            Topology topology, Node node, BackgroundThrottle pace, TransactionalStores stores) {
        ClicksTopology.addTo(
                topology,
                node.ids,
                new Partitions(node.log.settings().partitions()),
                node.secretFiles.derive("visitors"),
                pace,
                stores::supplier);
    }
}
