package io.postrider.standalone;

import io.postrider.projections.ReadModels;
import io.postrider.projections.ReadRoutes;
import io.postrider.projections.clicks.ClicksTopology;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.reads.Reads;
import io.postrider.runtime.streams.StreamsApp;
import io.postrider.runtime.views.ViewRunner;
import io.postrider.runtime.views.ViewStore;
import org.apache.kafka.streams.Topology;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The read models and what makes clicks public. */
final class ReadService {

    final ViewRunner view;
    final Reads reads;
    final StreamsApp clicks;

    private final Node node;

    private ReadService(Node node) {
        this.node = node;
        ViewStore store = node.store("reads");
        ReadModels models = new ReadModels(store, node.ids, node.linkJson);
        view = node.runner("reads", store, models.views());
        reads = models.reads(view);
        clicks =
                node.closing.add(
                        new StreamsApp(
                                clickTopology(node), ClicksTopology.properties(node.streams)));
    }

    /** Puts the read models together and starts them. */
    static ReadService start(Node node) {
        ReadService service = new ReadService(node);
        service.view.start();
        service.clicks.start();
        return service;
    }

    /** What other nodes ask of this one. */
    RouterFunction<ServerResponse> internalRoutes() {
        return new ReadRoutes(node.token, reads).routes();
    }

    private static Topology clickTopology(Node node) {
        return ClicksTopology.build(
                node.ids,
                new Partitions(node.log.settings().partitions()),
                node.secretFiles.derive("visitors"));
    }
}
