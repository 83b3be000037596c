package io.postrider.standalone;

import io.postrider.automation.engine.AutomationEngine;
import io.postrider.messaging.gateway.ChannelGateway;
import io.postrider.outbound.delivery.DeliveryService;
import io.postrider.platform.disk.DiskGuard;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.ReadClient;
import io.postrider.platform.reads.RemoteReads;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.web.server.LivenessCheck;
import io.postrider.web.server.ReadinessCheck;
import io.postrider.webhooks.WebhookDispatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The services of one process, as its role has them, and what each needs before it can serve. */
final class Services {

    final @Nullable CommandApiModule edge;
    final @Nullable ReadService read;
    final @Nullable DeliveryService dispatcher;
    final @Nullable DeliveryService gateway;
    final @Nullable DeliveryService automation;

    private final List<RestoreWatch.Part> parts = new ArrayList<>();
    private final List<ReadinessCheck> checks = new ArrayList<>();
    private final VitalParts vital;
    private final Heartbeats beats;
    private final List<RouterFunction<ServerResponse>> internal = new ArrayList<>();

    private Services(
            VitalParts vital,
            Heartbeats beats,
            @Nullable CommandApiModule edge,
            @Nullable ReadService read,
            @Nullable DeliveryService dispatcher,
            @Nullable DeliveryService gateway,
            @Nullable DeliveryService automation) {
        this.vital = vital;
        this.beats = beats;
        this.edge = edge;
        this.read = read;
        this.dispatcher = dispatcher;
        this.gateway = gateway;
        this.automation = automation;
        if (edge != null) {
            parts.add(new RestoreWatch.Part("keys and links", edge.restored, edge::progress));
            checks.add(() -> viewState("identity", edge.replicas.identity, edge.isRestored()));
            checks.add(() -> viewState("links", edge.replicas.view, edge.isRestored()));
            edge.pipelines.forEach((group, pipeline) ->
                    stream(
                            group.application(),
                            group.application(),
                            pipeline.decider,
                            pipeline.decider::progress));
            internal.add(edge.internalRoutes());
        }
        if (read != null) {
            stream("lists", "lists", read.lists, read.lists::progress);
            view("deliveries", "deliveries", read.deliveries);
            view("history", "events and statistics", read.history);
            stream("clicks", "clicks", read.clicks, read.clicks::progress);
            internal.add(read.internalRoutes());
        }
        if (dispatcher != null) {
            stream("webhooks", "webhooks", dispatcher.app(), dispatcher::progress);
        }
        if (gateway != null) {
            stream("messages", "messages", gateway.app(), gateway::progress);
        }
        if (automation != null) {
            stream("automation", "automation", automation.app(), automation::progress);
        }
    }

    /** Has the work that can wait stop growing while the disk is tight, once it is restored. */
    private void yieldTo(DiskGuard disk) {
        checks.add(() -> new ReadinessCheck.State("disk", true, disk.level().name()));
        if (read != null) {
            ProjectionRunner history = read.history;
            history.holdWhile(() -> !disk.level().grows() && history.caughtUp().isDone());
            yieldTo(disk, read.clicks);
        }
        if (dispatcher != null) {
            yieldTo(disk, dispatcher.app());
        }
        if (gateway != null) {
            yieldTo(disk, gateway.app());
        }
        if (automation != null) {
            yieldTo(disk, automation.app());
        }
    }

    private static void yieldTo(DiskGuard disk, StreamsApp app) {
        var _ =
                app.running()
                        .thenRun(() -> disk.onChange(level -> app.hold(!level.backgroundRuns())));
    }

    /** Starts what a role includes. */
    static Services start(Node node, ProcessRole role) {
        CommandApiModule edge =
                role.includes(ProcessRole.COMMAND_API) ? CommandApiModule.start(node) : null;
        LongSupplier visitors = edge == null ? () -> 0 : edge.spool::appendedRecords;
        Services started =
                new Services(
                        node.vital,
                        node.beats,
                        edge,
                        role.includes(ProcessRole.PROJECTIONS)
                                ? ReadService.start(node, visitors)
                                : null,
                        role.includes(ProcessRole.WEBHOOK_DISPATCHER) ? dispatcher(node) : null,
                        role.includes(ProcessRole.CHANNEL_GATEWAY) ? gateway(node, role) : null,
                        role.includes(ProcessRole.AUTOMATION_ENGINE)
                                ? automation(node, role)
                                : null);
        started.yieldTo(node.disk);
        return started;
    }

    /** The read models: this process's own, or those of the nodes that have them. */
    QueryGateway reads(Node node) {
        return read != null
                ? read.reads
                : new RemoteReads(
                        node.services.projections(),
                        node.closing.add(new ReadClient(node.trust, RemoteReads.TIMEOUT)));
    }

    /** The parts that must be restored before the process is ready. */
    List<RestoreWatch.Part> parts() {
        return List.copyOf(parts);
    }

    /** The checks of {@code /readyz}. */
    List<ReadinessCheck> checks() {
        return List.copyOf(checks);
    }

    /** The checks of {@code /livez}. */
    List<LivenessCheck> liveness() {
        List<LivenessCheck> all = new ArrayList<>(vital.liveness());
        all.add(beats::alive);
        return all;
    }

    /**
     * Has the end of every part reported that cannot run again in this process.
     *
     * @param report receives its name for a person
     */
    void onDeath(Consumer<String> report) {
        vital.onDeath(report);
    }

    /** The internal routes for other nodes. */
    List<RouterFunction<ServerResponse>> internalRoutes() {
        return List.copyOf(internal);
    }

    private void view(String name, String shown, ProjectionRunner runner) {
        parts.add(new RestoreWatch.Part(shown, runner.caughtUp(), runner::progress));
        checks.add(() -> viewState(name, runner, runner.progress().caughtUp()));
    }

    private void stream(String name, String shown, StreamsApp app, Supplier<Progress> progress) {
        parts.add(new RestoreWatch.Part(shown, app.running(), progress));
        checks.add(() -> streamState(name, app, progress.get()));
        vital.add(shown, app.dead());
        beats.add(shown, app::moved);
    }

    private static ReadinessCheck.State viewState(
            String name, ProjectionRunner runner, boolean caughtUp) {
        Progress progress = runner.progress();
        return new ReadinessCheck.State(
                name, caughtUp && runner.healthy(), progress.applied() + " of " + progress.total());
    }

    private static ReadinessCheck.State streamState(
            String name, StreamsApp app, Progress progress) {
        KafkaStreams.State state = app.state();
        boolean ready = state == KafkaStreams.State.RUNNING && app.healthy();
        return new ReadinessCheck.State(
                name, ready, (app.healthy() ? state.name() : "FAILING") + restoring(progress));
    }

    private static String restoring(Progress progress) {
        return progress.caughtUp()
                ? ""
                : ", restored " + progress.applied() + " of " + progress.total();
    }

    private static DeliveryService dispatcher(Node node) {
        DeliveryService dispatcher =
                node.closing.add(
                        WebhookDispatcher.open(
                                node.log.clients(),
                                node.streams,
                                node.store("dispatch"),
                                node.secretFiles,
                                node.services.egress(),
                                node.services.tenants().webhooks(),
                                node.services.cpuPerMinute(),
                                new EventJson(node.rendering),
                                node.ids,
                                node.clock,
                                Version.text(),
                                node.meters));
        node.vital.add("the view webhooks", dispatcher.dead());
        dispatcher.start();
        return dispatcher;
    }

    /** The edge of the same process, whatever its public address is, or the one that the setting names. */
    private static String edge(Node node, ProcessRole role) {
        String usual =
                role.includes(ProcessRole.COMMAND_API)
                        ? "http://127.0.0.1:" + node.settings.port()
                        : node.settings.baseUrl();
        return node.services.callbacks().orElse(usual);
    }

    private static DeliveryService automation(Node node, ProcessRole role) {
        DeliveryService automation =
                node.closing.add(
                        AutomationEngine.open(
                                node.log.clients(),
                                node.streams,
                                node.store("automation"),
                                node.secretFiles,
                                node.services.egress(),
                                edge(node, role),
                                node.settings.baseUrl(),
                                node.settings.defaultDomain(),
                                node.services.cpuPerMinute(),
                                node.ids,
                                node.clock,
                                Version.text(),
                                node.meters));
        node.vital.add("the view automation", automation.dead());
        automation.start();
        return automation;
    }

    private static DeliveryService gateway(Node node, ProcessRole role) {
        DeliveryService gateway =
                node.closing.add(
                        ChannelGateway.open(
                                node.log.clients(),
                                node.streams,
                                node.store("gateway"),
                                node.secretFiles,
                                node.services.egress(),
                                edge(node, role),
                                node.services.sandboxPort(),
                                node.services.media(),
                                node.ids,
                                node.clock,
                                Version.text(),
                                node.meters));
        node.vital.add("the view messages", gateway.dead());
        gateway.start();
        return gateway;
    }
}
