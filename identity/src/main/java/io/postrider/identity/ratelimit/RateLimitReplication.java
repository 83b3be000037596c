package io.postrider.identity.ratelimit;

import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.views.Progress;
import io.postrider.schemas.codec.SchemaIds;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** Replicates {@link ClusterRateLimiter} through the log, between nodes and across restarts. */
public final class RateLimitReplication implements AutoCloseable {

    private final UsagePublisher out;
    private final UsageConsumer in;

    private RateLimitReplication(UsagePublisher out, UsageConsumer in) {
        this.out = out;
        this.in = in;
    }

    /** Begins to read and to write. */
    public static RateLimitReplication start(
            KafkaClients clients, ClusterRateLimiter quotas, SchemaIds ids, InstantSource clock) {
        RateLimitReplication started =
                new RateLimitReplication(
                        new UsagePublisher(clients, quotas, ids),
                        new UsageConsumer(clients.settings(), quotas, ids, clock));
        started.in.start();
        started.out.start();
        return started;
    }

    /** Completes when the previous usage is known. */
    public CompletableFuture<Void> caughtUp() {
        return in.caughtUp();
    }

    /** Progress of reading the previous usage. */
    public Progress progress() {
        return in.progress();
    }

    /** Completes when one of its threads has died: then each node counts for itself. */
    public CompletableFuture<?> dead() {
        return CompletableFuture.anyOf(in.dead(), out.dead());
    }

    @Override
    public void close() {
        out.close();
        in.close();
    }
}
