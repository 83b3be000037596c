package io.postrider.standalone;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.outbound.delivery.DeliveryService;
import io.postrider.platform.disk.DiskGuard;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.schemas.NamePrefix;
import io.postrider.web.server.Health;
import io.postrider.web.server.ReadinessCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The services of one process, as its role has them, and what each needs before it can serve. */
final class Services {

    private final @Nullable Edge edge;
    private final @Nullable ReadService read;
    private final Map<String, DeliveryService> deliveries;
    private final List<RestoreWatch.Part> parts = new ArrayList<>();
    private final List<ReadinessCheck> checks = new ArrayList<>();
    private final List<RouterFunction<ServerResponse>> internal = new ArrayList<>();
    private final VitalParts vital;
    private final Heartbeats beats;

    /** @param deliveries by the name that checks and messages show */
    Services(
            Node node,
            Heartbeats beats,
            ApplicationAvailability availability,
            @Nullable Edge edge,
            @Nullable ReadService read,
            @Nullable Map<String, DeliveryService> deliveries) {
        this.vital = node.vital();
        this.beats = beats;
        this.edge = edge;
        this.read = read;
        this.deliveries = deliveries == null ? Map.of() : deliveries;
        if (edge != null) {
            show(edge);
        }
        if (read != null) {
            show(read);
        }
        this.deliveries.forEach((name, service) -> {
            vital.add("the view " + name, service.dead());
            stream(name, name, service.app(), service::progress);
        });
        checks.add(() -> new ReadinessCheck.State("disk", true, node.disk().level().name()));
        checks.add(() -> setUp(availability));
        yieldTo(node.disk());
    }

    private void show(Edge shown) {
        parts.add(new RestoreWatch.Part("keys and links", shown.restored, shown::progress));
        checks.add(() -> viewState("identity", shown.replicas.identity, shown.isRestored()));
        checks.add(() -> viewState("links", shown.replicas.view, shown.isRestored()));
        shown.pipelines.forEach(pipeline -> {
            String application = pipeline.group.application();
            stream(
                    NamePrefix.without(application),
                    application,
                    pipeline.decider,
                    pipeline.decider::progress);
        });
        internal.add(shown.internalRoutes());
    }

    private void show(ReadService shown) {
        stream("lists", "lists", shown.lists, shown::listsProgress);
        view("deliveries", "deliveries", shown.deliveries);
        view("history", "events and statistics", shown.history);
        stream("clicks", "clicks", shown.clicks, shown.clicks::progress);
        internal.add(shown.internalRoutes());
    }

    /** Spring Boot declares the process ready after its first start, and unready before its stop. */
    private static ReadinessCheck.State setUp(ApplicationAvailability availability) {
        boolean ready = availability.getReadinessState() == ReadinessState.ACCEPTING_TRAFFIC;
        boolean known = availability.getLastChangeEvent(ReadinessState.class) != null;
        return new ReadinessCheck.State(
                "set_up", ready, ready ? "done" : known ? "stopping" : "under way");
    }

    /** Has the work that can wait stop growing while the disk is tight, once it is restored. */
    private void yieldTo(DiskGuard disk) {
        if (read != null) {
            ProjectionRunner history = read.history;
            history.holdWhile(() -> !disk.level().grows() && history.caughtUp().isDone());
            yieldTo(disk, read.clicks);
        }
        deliveries.values().forEach(service -> yieldTo(disk, service.app()));
    }

    private static void yieldTo(DiskGuard disk, StreamsApp app) {
        var _ =
                app.running()
                        .thenRun(() -> disk.onChange(level -> app.hold(!level.backgroundRuns())));
    }

    /**
     * Starts all of them.
     *
     * @param died receives the name of every part that cannot run again in this process
     */
    void start(Consumer<String> died) {
        if (edge != null) {
            edge.start();
        }
        if (read != null) {
            read.start();
        }
        deliveries.values().forEach(DeliveryService::start);
        vital.onDeath(died);
    }

    /** The parts that must be restored before the process is ready. */
    List<RestoreWatch.Part> parts() {
        return List.copyOf(parts);
    }

    /** The checks of this process; the metrics show which parts are ready. */
    Health health(MeterRegistry meters) {
        for (ReadinessCheck check : checks) {
            Gauge.builder("postrider.ready", check, part -> part.state().ready() ? 1 : 0)
                    .description("1 for a part that is ready, otherwise 0")
                    .tag("part", check.state().name())
                    .register(meters);
        }
        return new Health(checks, List.of(vital::alive, beats::alive));
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
        boolean ready = state == KafkaStreams.State.RUNNING && app.healthy() && progress.caughtUp();
        return new ReadinessCheck.State(
                name, ready, (app.healthy() ? state.name() : "FAILING") + restoring(progress));
    }

    private static String restoring(Progress progress) {
        return progress.caughtUp()
                ? ""
                : ", restored " + progress.applied() + " of " + progress.total();
    }
}
