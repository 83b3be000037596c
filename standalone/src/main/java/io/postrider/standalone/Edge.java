package io.postrider.standalone;

import io.postrider.decider.LocalAggregates;
import io.postrider.decider.NewestEvent;
import io.postrider.decider.client.OutcomeRoutes;
import io.postrider.decider.client.PendingCommands;
import io.postrider.identity.ratelimit.RateLimitReplication;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.commands.CommandCatchUp;
import io.postrider.redirects.OwnerRoutes;
import io.postrider.schemas.Context;
import io.postrider.webhooks.api.ReplayGate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The public edge without its HTTP server: starts its views and deciders, and tells whether they are restored. */
final class Edge implements ReplayGate {

    private static final Duration WARM_UP = Duration.ofSeconds(10);

    final EdgeReplicas replicas;
    final List<CommandPipeline> pipelines;

    /** Completes when this node knows everything that was confirmed to callers before this start. */
    final CompletableFuture<?> restored;

    private final Node node;
    private final List<CommandCatchUp> catchUps;
    private final RateLimitReplication shared;
    private final LocalAggregates aggregates;

    Edge(
            Node node,
            EdgeReplicas replicas,
            List<CommandPipeline> pipelines,
            List<CommandCatchUp> catchUps,
            RateLimitReplication shared,
            LocalAggregates aggregates) {
        this.node = node;
        this.replicas = replicas;
        this.pipelines = List.copyOf(pipelines);
        this.catchUps = List.copyOf(catchUps);
        this.shared = shared;
        this.aggregates = aggregates;
        Stream<CompletableFuture<?>> views =
                Stream.of(
                        replicas.view.caughtUp(), replicas.identity.caughtUp(), shared.caughtUp());
        restored =
                CompletableFuture.allOf(
                        Stream.concat(views, catchUps.stream().map(CommandCatchUp::done))
                                .toArray(CompletableFuture[]::new));
    }

    void start() {
        replicas.start();
        pipelines.forEach(pipeline -> pipeline.decider.start());
    }

    /** Waits until the producers know every command topic; not for an event loop. */
    void warmUp() {
        pipelines.forEach(pipeline -> pipeline.gateway.warmUp(WARM_UP));
    }

    /**
     * Whether this node knows everything. A log that is read again from its beginning passes through former states, in which a
     * revoked key is valid, so they are not used until the end is reached.
     */
    boolean isRestored() {
        return restored.isDone() && replicas.caughtUp();
    }

    @Override
    public boolean isOpen(String replay) {
        return isRestored()
                && node.disk().level().backgroundRuns()
                && aggregates.newest(Context.WEBHOOKS, replay) instanceof NewestEvent.Found;
    }

    /** The progress of reading everything that was confirmed to callers before this start. */
    Progress progress() {
        Stream<Progress> views = Stream.of(replicas.view.progress(), replicas.identity.progress());
        return Stream.concat(views, catchUps.stream().map(CommandCatchUp::progress))
                .reduce(shared.progress(), Progress::ofOpen);
    }

    /**
     * The internal routes for other nodes. Outcomes are accepted from the beginning. Links are served after the start, and then
     * also while a view is rebuilt, since the decider reads no view; those of a partition that is taken over meanwhile, after
     * that.
     */
    RouterFunction<ServerResponse> internalRoutes() {
        List<PendingCommands> pending =
                pipelines.stream().map(pipeline -> pipeline.pending).toList();
        return new OutcomeRoutes(node.trust().token(), pending, node.ids())
                .routes()
                .and(new OwnerRoutes(node.trust().token(), aggregates, restored::isDone).routes());
    }
}
