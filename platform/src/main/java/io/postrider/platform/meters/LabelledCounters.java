package io.postrider.platform.meters;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The counters of a family that differ by the value of one label, each made when it counts first. */
public final class LabelledCounters {

    private final MeterRegistry meters;
    private final String name;
    private final String description;
    private final Tags tags;
    private final String label;
    private final Map<String, Counter> byValue = new ConcurrentHashMap<>();

    /**
     * @param tags those of all counters
     * @param label whose values are few
     */
    public LabelledCounters(
            MeterRegistry meters, String name, String description, Tags tags, String label) {
        this.meters = meters;
        this.name = name;
        this.description = description;
        this.tags = tags;
        this.label = label;
    }

    /** Counts one of a value of the label. */
    public void increment(String value) {
        byValue.computeIfAbsent(value, this::counter).increment();
    }

    private Counter counter(String value) {
        return Counter.builder(name)
                .description(description)
                .tags(tags)
                .tag(label, value)
                .register(meters);
    }
}
