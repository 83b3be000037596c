package io.postrider.automation.rules;

import io.postrider.automation.rules.Flow.Concurrency;
import io.postrider.automation.rules.Flow.Debounce;
import io.postrider.automation.rules.Flow.RateLimit;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads the member {@code flow} of a definition. */
final class FlowReader {

    private static final String RATE_LIMIT = "rate_limit";
    private static final String CONCURRENCY = "concurrency";
    private static final String DEBOUNCE = "debounce";
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration PERIOD_MAX = Duration.ofDays(31);
    private static final Duration DEBOUNCE_MAX = Duration.ofDays(7);
    private static final int RUNS_MAX = 1_000_000;
    private static final int RUNS_AT_ONCE_MAX = 100;

    private final DefinitionReader reader;

    FlowReader(DefinitionReader reader) {
        this.reader = reader;
    }

    Flow read(ObjectNode flow) {
        reader.known(flow, "/flow", RATE_LIMIT, CONCURRENCY, DEBOUNCE);
        return new Flow(
                reader.object(flow, "/flow", RATE_LIMIT).map(this::rateLimit).orElse(null),
                reader.object(flow, "/flow", CONCURRENCY).map(this::concurrency).orElse(null),
                reader.object(flow, "/flow", DEBOUNCE).map(this::debounce).orElse(null));
    }

    private RateLimit rateLimit(ObjectNode node) {
        String at = "/flow/" + RATE_LIMIT;
        reader.known(node, at, "limit", "period", "key");
        return new RateLimit(
                number(node, at, RUNS_MAX),
                duration(node, at, "period", PERIOD_MAX).orElse(Duration.ofMinutes(1)),
                key(node, at));
    }

    private Concurrency concurrency(ObjectNode node) {
        String at = "/flow/" + CONCURRENCY;
        reader.known(node, at, "limit", "key");
        return new Concurrency(number(node, at, RUNS_AT_ONCE_MAX), key(node, at));
    }

    private Debounce debounce(ObjectNode node) {
        String at = "/flow/" + DEBOUNCE;
        reader.known(node, at, "period", "max_wait", "key");
        int faults = reader.faults();
        Optional<Duration> period = duration(node, at, "period", DEBOUNCE_MAX);
        if (period.isEmpty() && reader.faults() == faults) {
            reader.fault(at + "/period", "required", "period is required.");
        }
        Duration longest = duration(node, at, "max_wait", DEBOUNCE_MAX).orElse(DEBOUNCE_MAX);
        if (period.filter(each -> each.compareTo(longest) > 0).isPresent()) {
            reader.fault(
                    at + "/max_wait",
                    "invalid_value",
                    "Expected a max_wait of at least the period.");
        }
        return new Debounce(period.orElse(SHORTEST), longest, key(node, at));
    }

    private @Nullable Value key(ObjectNode node, String at) {
        return reader.value(node, at, "key").orElse(null);
    }

    private int number(ObjectNode node, String at, int max) {
        return reader.number(node, at, "limit", 1, max).orElse(1);
    }

    private Optional<Duration> duration(ObjectNode node, String at, String name, Duration max) {
        return reader.duration(node, at, name, SHORTEST, max);
    }
}
