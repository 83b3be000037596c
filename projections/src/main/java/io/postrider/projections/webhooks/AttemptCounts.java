package io.postrider.projections.webhooks;

import io.postrider.schemas.Attempt;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** Counted attempts with a histogram of their durations: 60 bytes. Not thread-safe. */
final class AttemptCounts {

    /** The upper bounds of the buckets but the last. */
    private static final long[] BOUNDS_MS = {
        10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000
    };

    private static final int BUCKETS = BOUNDS_MS.length + 1;
    private static final int P95 = 95;
    static final int BYTES = (3 + BUCKETS) * Integer.BYTES;

    private int deliveries;
    private int delivered;
    private int failed;
    private final int[] durations = new int[BUCKETS];

    /** Reads counts from their stored form. */
    static AttemptCounts read(ByteBuffer in) {
        AttemptCounts read = new AttemptCounts();
        read.deliveries = in.getInt();
        read.delivered = in.getInt();
        read.failed = in.getInt();
        for (int i = 0; i < BUCKETS; i++) {
            read.durations[i] = in.getInt();
        }
        return read;
    }

    void write(ByteBuffer out) {
        out.putInt(deliveries).putInt(delivered).putInt(failed);
        for (int count : durations) {
            out.putInt(count);
        }
    }

    void add(Attempt attempt) {
        deliveries += attempt.number() == 1 ? 1 : 0;
        delivered += isSuccess(attempt) ? 1 : 0;
        failed += isSuccess(attempt) ? 0 : 1;
        // Nothing was sent in no time.
        if (attempt.durationMs() > 0 || isSuccess(attempt)) {
            durations[bucket(attempt.durationMs())]++;
        }
    }

    void add(AttemptCounts other) {
        deliveries += other.deliveries;
        delivered += other.delivered;
        failed += other.failed;
        for (int i = 0; i < BUCKETS; i++) {
            durations[i] += other.durations[i];
        }
    }

    /** Whether an attempt succeeded. */
    static boolean isSuccess(Attempt attempt) {
        return attempt.outcome().equals(Attempt.DELIVERED);
    }

    int deliveries() {
        return deliveries;
    }

    int delivered() {
        return delivered;
    }

    int failed() {
        return failed;
    }

    int attempts() {
        return delivered + failed;
    }

    /** The duration that 95 % of the attempts did not exceed, interpolated in its bucket; empty without attempts. */
    OptionalLong p95() {
        long all = 0;
        for (int count : durations) {
            all += count;
        }
        if (all == 0) {
            return OptionalLong.empty();
        }
        long rank = Math.ceilDiv(P95 * all, 100);
        long before = 0;
        int bucket = 0;
        while (before + durations[bucket] < rank) {
            before += durations[bucket];
            bucket++;
        }
        long from = bucket == 0 ? 0 : BOUNDS_MS[bucket - 1];
        long to = bucket < BOUNDS_MS.length ? BOUNDS_MS[bucket] : from;
        return OptionalLong.of(from + (to - from) * (rank - before) / durations[bucket]);
    }

    private static int bucket(long millis) {
        int bucket = 0;
        while (bucket < BOUNDS_MS.length && millis > BOUNDS_MS[bucket]) {
            bucket++;
        }
        return bucket;
    }
}
