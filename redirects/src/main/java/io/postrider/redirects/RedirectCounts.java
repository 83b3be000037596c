package io.postrider.redirects;

import static java.util.Objects.requireNonNull;

import io.netty.handler.codec.http.FullHttpResponse;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests for short links by outcome since the start. */
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

    /** Counts a response. */
    RedirectResponse answer(RedirectOutcome outcome, FullHttpResponse response) {
        adder(outcome).increment();
        return new RedirectResponse.Now(response);
    }

    private LongAdder adder(RedirectOutcome outcome) {
        return requireNonNull(counts.get(outcome));
    }
}
