package io.postrider.outbound.delivery;

import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.views.Progress;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A service that follows projections, runs a Streams application and calls others. */
public final class DeliveryService implements AutoCloseable {

    private final ServiceParts parts;
    private final StreamsApp app;
    private final Runnable started;
    private final Runnable closed;

    /**
     * Assembles a service; {@link #start} runs it.
     *
     * @param started runs once the application was started
     * @param closed runs after everything else was closed
     */
    public DeliveryService(ServiceParts parts, StreamsApp app, Runnable started, Runnable closed) {
        this.parts = parts;
        this.app = app;
        this.started = started;
        this.closed = closed;
    }

    /** Begins to read; the application starts once the projections are caught up. */
    public void start() {
        parts.view().start();
        var _ =
                parts.view()
                        .caughtUp()
                        .thenRunAsync(() -> {
                            app.start();
                            started.run();
                        });
    }

    /** The application, for readiness. */
    public StreamsApp app() {
        return app;
    }

    /** Completes when the projections have died: then no change arrives. The application reports its own end. */
    public CompletableFuture<@Nullable Void> dead() {
        return parts.view().dead();
    }

    /** How far the projections and the stores are restored. */
    public Progress progress() {
        return Progress.ofOpen(parts.view().progress(), app.progress());
    }

    @Override
    public void close() {
        app.close();
        parts.view().close();
        parts.worker().shutdown();
        closed.run();
    }
}
