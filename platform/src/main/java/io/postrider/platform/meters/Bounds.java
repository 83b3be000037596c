package io.postrider.platform.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.limits.SharedCapacity;
import java.util.function.Supplier;

/** The bounds of a process as metrics: how much of each is used, and how much there is. */
public final class Bounds {

    private final MeterRegistry meters;

    public Bounds(MeterRegistry meters) {
        this.meters = meters;
    }

    /**
     * Shows a bound.
     *
     * @param name of the bound, in lower case with underscores
     * @param used read at each scrape, by any thread
     */
    public void show(String name, Supplier<Number> used, long limit) {
        Gauge.builder("postrider.bound.used", used)
                .description("What is used of a bound, in its unit")
                .tag("bound", name)
                .register(meters);
        Gauge.builder("postrider.bound.limit", () -> limit)
                .description("The bound, in its unit")
                .tag("bound", name)
                .register(meters);
    }

    /** Shows a bound that holders share. */
    public void show(String name, SharedCapacity capacity) {
        show(name, capacity::taken, capacity.total());
    }
}
