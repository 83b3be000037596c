package io.postrider.platform.meters;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The parts that have a bound each, such as the partitions of a process. Their metric is that of the fullest. */
public final class FullestPart {

    private final Map<Object, LongSupplier> parts = new ConcurrentHashMap<>();

    /**
     * Adds a part until it is removed.
     *
     * @param part equal to no other
     * @param used read at each scrape, by any thread
     */
    public void add(Object part, LongSupplier used) {
        parts.put(part, used);
    }

    /** Removes a part, if it is there. */
    public void remove(Object part) {
        parts.remove(part);
    }

    /** What the fullest part uses; 0 without parts. */
    public long used() {
        return parts.values().stream().mapToLong(LongSupplier::getAsLong).max().orElse(0);
    }
}
