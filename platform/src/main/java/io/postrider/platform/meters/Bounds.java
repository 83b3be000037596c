package io.postrider.platform.meters;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.platform.limits.SharedCapacity;
import java.util.Locale;
import java.util.function.Supplier;

/** The bounds of a process as metrics: how much of each is used, and how much there is. */
public final class Bounds {

    private final MeterRegistry meters;

    /** The effect of a bound that is full, as the label {@code kind}. */
    public enum Kind {
        /** The process rejects, drops or delays work. */
        PROCESS,
        /** A tenant, such as a rule, has used its part; the others keep theirs. */
        TENANT,
        /** A new entry replaces the one that was used longest ago. */
        CACHE
    }

    public Bounds(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Shows a bound of the process. */
    public void show(String name, Supplier<Number> used, long limit) {
        show(Kind.PROCESS, name, used, limit);
    }

    /**
     * Shows a bound.
     *
     * @param name of the bound, in lower case with underscores
     * @param used read at each scrape, by any thread
     */
    public void show(Kind kind, String name, Supplier<Number> used, long limit) {
        gauge("postrider.bound.used", "What is used of a bound, in its unit", kind, name, used);
        gauge("postrider.bound.limit", "The bound, in its unit", kind, name, () -> limit);
    }

    /** Shows a bound that holders share. */
    public void show(String name, SharedCapacity capacity) {
        show(name, capacity::taken, capacity.total());
    }

    /**
     * Shows a bound that each of several parts has.
     *
     * @param limit of one part
     * @return the parts, none yet
     */
    public FullestPart showFullest(Kind kind, String name, long limit) {
        FullestPart parts = new FullestPart();
        show(kind, name, parts::used, limit);
        return parts;
    }

    private void gauge(
            String family, String description, Kind kind, String name, Supplier<Number> value) {
        Gauge.builder(family, value)
                .description(description)
                .tag("bound", name)
                .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                .register(meters);
    }
}
