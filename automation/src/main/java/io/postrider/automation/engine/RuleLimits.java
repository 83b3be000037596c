package io.postrider.automation.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the runs of rules on this node: the skips that are kept, and loops. */
final class RuleLimits {

    private static final int SKIPS_KEPT = 100;
    private static final Duration SKIPS_PERIOD = Duration.ofHours(1);
    private static final int LOOPS_MAX = 100;
    private static final Duration LOOPS_PERIOD = Duration.ofMinutes(1);
    private static final int COUNTERS_MAX = 100_000;

    private final Cache<String, AtomicInteger> counters =
            Caffeine.newBuilder()
                    .maximumSize(COUNTERS_MAX)
                    .expireAfterWrite(Duration.ofHours(25))
                    .build();

    /** Shows how many counters are kept. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "run_counters", counters::estimatedSize, COUNTERS_MAX);
    }

    /** Whether one more skip of a rule is kept as a run. */
    boolean keepsSkip(String rule, Instant now) {
        return count("skip/" + rule, SKIPS_PERIOD, now) <= SKIPS_KEPT;
    }

    /** Whether a rule has just been blocked so often that it is to be paused. */
    boolean isLoop(String rule, Instant now) {
        return count("loop/" + rule, LOOPS_PERIOD, now) == LOOPS_MAX;
    }

    private int count(String name, Duration period, Instant now) {
        long window = now.toEpochMilli() / Math.max(1, period.toMillis());
        return counters.get(name + "/" + window, _ -> new AtomicInteger()).incrementAndGet();
    }
}
