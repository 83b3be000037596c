package io.postrider.redirects;

import static java.util.Objects.requireNonNull;

import io.netty.handler.codec.http.FullHttpResponse;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many requests for short links were answered in which way since the start. */
public final class RedirectCounts {

    private final Map<RedirectOutcome, LongAdder> counts = new EnumMap<>(RedirectOutcome.class);

    RedirectCounts() {
        for (RedirectOutcome outcome : RedirectOutcome.values()) {
            counts.put(outcome, new LongAdder());
        }
    }

    /** The number of answers of one kind. */
    public long of(RedirectOutcome outcome) {
        return adder(outcome).sum();
    }

    /** Counts a response and makes it an answer: no answer goes uncounted. */
    RedirectResponse answer(RedirectOutcome outcome, FullHttpResponse response) {
        adder(outcome).increment();
        return new RedirectResponse.Now(response);
    }

    private LongAdder adder(RedirectOutcome outcome) {
        return requireNonNull(counts.get(outcome));
    }
}
