package io.postrider.automation.engine;

import io.postrider.automation.rules.Flow.RateLimit;
import io.postrider.schemas.RunLimitSignal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the runs of rules in their periods. A run counts once, though its event is read again after a crash, and the count
 * stands in the store before the run begins.
 */
final class RateCounters {

    /** Number of groups of a rule with their own counter; further ones share one. */
    static final int GROUPS_MAX = 100_000;

    private static final String COUNTERS = "c";
    static final String COUNTED = "g";
    static final String EXPIRIES = "x";
    private static final String SHARED = "~";

    /** An event is read again within the time that a process takes to start. */
    private static final Duration COUNTED_KEPT = Duration.ofMinutes(10);

    private static final int EXPIRED_PER_ROUND = 1_000;

    private final FlowStore store;

    /** Number of counters of each rule. */
    private final Map<String, Integer> counters = new ConcurrentHashMap<>();

    RateCounters(FlowStore store) {
        this.store = store;
        store.under(COUNTERS, Integer.MAX_VALUE)
                .forEach(key -> counters.merge(FlowStore.parts(key)[1], 1, Integer::sum));
    }

    /** The counters of the rule that has most. Any thread may call this. */
    long most() {
        return counters.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** The reason why a run may not begin now; empty if it may, and is counted. */
    Optional<String> objection(RunLimitSignal turn, String group, RateLimit limit, Instant at) {
        String counted = FlowStore.key(COUNTED, turn.run());
        if (store.get(counted) != null) {
            return Optional.empty();
        }
        String key = counter(turn.rule(), group, limit, at);
        String[] counter = read(key);
        int count = Integer.parseInt(counter[0]);
        boolean isLast = counter[1].equals(turn.run());
        if (count >= limit.limit() && !isLast) {
            return Optional.of(
                    "The rate limit of "
                            + limit.limit()
                            + " runs in "
                            + limit.period()
                            + " is reached.");
        }
        if (count == 0) {
            counters.merge(turn.rule(), 1, Integer::sum);
            expire(key, ends(limit, at));
        }
        if (!isLast) {
            store.put(key, FlowStore.key(String.valueOf(count + 1), turn.run()));
        }
        expire(counted, at.plus(COUNTED_KEPT).toEpochMilli());
        store.put(counted, "");
        return Optional.empty();
    }

    private String counter(String rule, String group, RateLimit limit, Instant at) {
        String period = String.valueOf(limit.period().toMillis());
        String end = FlowStore.part(ends(limit, at));
        String own = FlowStore.key(COUNTERS, rule, group, period, end);
        return store.get(own) != null || counters.getOrDefault(rule, 0) < GROUPS_MAX
                ? own
                : FlowStore.key(COUNTERS, rule, SHARED, period, end);
    }

    private static long ends(RateLimit limit, Instant at) {
        long period = limit.period().toMillis();
        return (at.toEpochMilli() / period + 1) * period;
    }

    /** The count, and the run that was counted last. */
    private String[] read(String key) {
        String counter = store.text(key);
        return counter == null ? new String[] {"0", ""} : FlowStore.parts(counter);
    }

    private void expire(String key, long at) {
        store.put(FlowStore.key(EXPIRIES, FlowStore.part(at), key), "");
    }

    /** Removes expired counters. */
    void round(Instant now) {
        for (String expiry : store.until(EXPIRIES, now.toEpochMilli(), EXPIRED_PER_ROUND)) {
            String key = expiry.substring(FlowStore.key(EXPIRIES, FlowStore.part(0), "").length());
            if (key.startsWith(COUNTERS + "/") && store.get(key) != null) {
                counters.computeIfPresent(
                        FlowStore.parts(key)[1], (_, count) -> count == 1 ? null : count - 1);
            }
            store.delete(key);
            store.delete(expiry);
        }
    }
}
