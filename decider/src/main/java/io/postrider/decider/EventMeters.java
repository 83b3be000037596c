package io.postrider.decider;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Consumer;

/** Counts the events that a decider writes by type, and runs by the state that they enter. */
public final class EventMeters implements Consumer<String> {

    private static final String RUN = "automation.run.";

    private final MeterRegistry meters;

    public EventMeters(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void accept(String type) {
        count("postrider.events", "Events", "type", type);
        if (type.startsWith(RUN) && !type.endsWith(".updated")) {
            count(
                    "postrider.runs",
                    "Runs that entered a state",
                    "state",
                    type.substring(RUN.length()));
        }
    }

    private void count(String name, String description, String label, String value) {
        Counter.builder(name)
                .description(description)
                .tag(label, value)
                .register(meters)
                .increment();
    }
}
