package io.postrider.redirects;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.netty.handler.codec.http.FullHttpResponse;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests for short links by outcome since the start, and measures how long they take. */
public final class RedirectCounts {

    private static final Duration[] BUCKETS = {
        Duration.ofNanos(50_000),
        Duration.ofNanos(100_000),
        Duration.ofNanos(250_000),
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofSeconds(1)
    };

    private final Map<RedirectOutcome, LongAdder> counts = new EnumMap<>(RedirectOutcome.class);
    private final Timer durations;

    RedirectCounts(MeterRegistry meters) {
        for (RedirectOutcome outcome : RedirectOutcome.values()) {
            LongAdder count = new LongAdder();
            counts.put(outcome, count);
            FunctionCounter.builder("postrider.redirects", count, LongAdder::sum)
                    .description("Responses to requests for short links")
                    .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
        durations =
                Timer.builder("postrider.redirect.duration")
                        .description(
                                "Time from the head of a request for a short link to its response")
                        .serviceLevelObjectives(BUCKETS)
                        .register(meters);
    }

    /** The number of answers of one kind. */
    public long of(RedirectOutcome outcome) {
        return adder(outcome).sum();
    }

    /** Counts a response. */
    RedirectResponse answer(RedirectOutcome outcome, FullHttpResponse response) {
        adder(outcome).increment();
        return new RedirectResponse.Now(response);
    }

    /** Records a response whose request began at a time of {@link System#nanoTime}. */
    void took(long began) {
        durations.record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
    }

    private LongAdder adder(RedirectOutcome outcome) {
        return requireNonNull(counts.get(outcome));
    }
}
