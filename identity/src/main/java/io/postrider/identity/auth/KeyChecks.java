package io.postrider.identity.auth;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Counts the checks of API keys by result. */
final class KeyChecks {

    static final String ACCEPTED = "accepted";

    /** The request has no key, or what no key looks like. */
    static final String MALFORMED = "malformed";

    /** The node does not know all keys yet. */
    static final String RESTORING = "restoring";

    /** No key has this secret. */
    static final String UNKNOWN = "unknown";

    private static final String OTHER = "other";
    private static final List<String> RESULTS =
            List.of(
                    ACCEPTED,
                    MALFORMED,
                    RESTORING,
                    UNKNOWN,
                    "key_unknown",
                    "key_revoked",
                    "key_expired",
                    "secret_replaced",
                    "address_not_allowed",
                    "origin_not_allowed",
                    OTHER);

    private final Map<String, Counter> counters;

    KeyChecks(MeterRegistry meters) {
        counters =
                RESULTS.stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Function.identity(),
                                        result ->
                                                Counter.builder("postrider.key.checks")
                                                        .description("Checks of API keys")
                                                        .tag("result", result)
                                                        .register(meters)));
    }

    /** Counts a check. */
    void count(String result) {
        Counter counter = counters.get(result);
        (counter == null ? requireNonNull(counters.get(OTHER)) : counter).increment();
    }
}
