package io.postrider.automation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.automation.RuleDirectory.InForce;
import io.postrider.runtime.expressions.EvaluationFailed;
import io.postrider.runtime.rules.RuleDefinition.RateLimit;
import io.postrider.runtime.rules.Value;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/** Counts the runs of rules on this node: the rates that rules set, the skips that are kept, and loops. */
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

    /** Whether one more skip of a rule is kept as a run. */
    boolean keepsSkip(String rule, Instant now) {
        return count("skip/" + rule, SKIPS_PERIOD, now) <= SKIPS_KEPT;
    }

    /** Whether a rule has just been blocked so often that it is to be paused. */
    boolean isLoop(String rule, Instant now) {
        return count("loop/" + rule, LOOPS_PERIOD, now) == LOOPS_MAX;
    }

    /** The reason why a rule may not run once more now; empty if it may. */
    Optional<String> objection(InForce rule, ObjectNode event, Instant now)
            throws EvaluationFailed {
        RateLimit limit = rule.definition().rateLimit();
        if (limit == null) {
            return Optional.empty();
        }
        String key = "rate/" + rule.rule().id() + "/" + key(limit, event, now);
        return count(key, limit.period(), now) > limit.limit()
                ? Optional.of(
                        "The rate limit of "
                                + limit.limit()
                                + " runs in "
                                + limit.period()
                                + " is reached.")
                : Optional.empty();
    }

    private static String key(RateLimit limit, ObjectNode event, Instant now)
            throws EvaluationFailed {
        Value key = limit.key();
        if (key == null) {
            return "";
        }
        ObjectNode scope = Json.object();
        scope.set("event", event);
        return key.of(scope, now, "").toString();
    }

    private int count(String name, Duration period, Instant now) {
        long window = now.toEpochMilli() / Math.max(1, period.toMillis());
        return counters.get(name + "/" + window, _ -> new AtomicInteger()).incrementAndGet();
    }
}
