package io.postrider.automation.rules;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * The retries of an action's effect after a temporary failure.
 *
 * @param delays after attempt 1, 2, 3, …
 */
public record Retry(List<Duration> delays) {

    private static final int ATTEMPTS_MAX = 20;
    private static final Duration DELAY_MAX = Duration.ofHours(24);

    public Retry {
        delays = List.copyOf(delays);
    }

    static Retry read(DefinitionReader reader, ObjectNode node, String at) {
        reader.known(node, at, "max_attempts", "backoff", "delay", "max_delay");
        int attempts = reader.number(node, at, "max_attempts", 1, ATTEMPTS_MAX).orElse(1);
        String backoff = reader.text(node, at, "backoff").orElse("exponential");
        if (!backoff.equals("exponential") && !backoff.equals("fixed")) {
            reader.fault(at + "/backoff", "invalid_value", "Expected exponential or fixed.");
        }
        int factor = backoff.equals("fixed") ? 1 : 2;
        Duration delay = delay(reader, node, at, "delay").orElse(Duration.ofSeconds(1));
        Duration longest = delay(reader, node, at, "max_delay").orElse(DELAY_MAX);
        return new Retry(
                Stream.iterate(delay, before -> shorter(before.multipliedBy(factor), longest))
                        .limit(attempts - 1L)
                        .map(each -> shorter(each, longest))
                        .toList());
    }

    private static Optional<Duration> delay(
            DefinitionReader reader, ObjectNode node, String at, String name) {
        return reader.duration(node, at, name, Duration.ofMillis(100), DELAY_MAX);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
