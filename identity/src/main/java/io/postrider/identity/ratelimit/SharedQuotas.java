package io.postrider.identity.ratelimit;

import io.postrider.platform.kafka.LogSettings;
import io.postrider.platform.views.Progress;
import io.postrider.schemas.codec.SchemaIds;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** Keeps {@link Quotas} in step with the log, and so with the other nodes and with what was before a restart. */
public final class SharedQuotas implements AutoCloseable {

    private final QuotaLog out;
    private final QuotaReader in;

    private SharedQuotas(QuotaLog out, QuotaReader in) {
        this.out = out;
        this.in = in;
    }

    /** Begins to read and to write. */
    public static SharedQuotas start(
            LogSettings log, Quotas quotas, SchemaIds ids, InstantSource clock) {
        SharedQuotas started =
                new SharedQuotas(
                        new QuotaLog(log, quotas, ids), new QuotaReader(log, quotas, ids, clock));
        started.in.start();
        started.out.start();
        return started;
    }

    /** Completes when it is known here what was used before. */
    public CompletableFuture<Void> caughtUp() {
        return in.caughtUp();
    }

    /** How much is known of what was used before. */
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
