package io.postrider.decider;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.postrider.platform.meters.LabelledCounters;
import java.util.function.Consumer;

/** Counts the events that a decider writes by type, and runs by the state that they enter. */
public final class EventMeters implements Consumer<String> {

    private static final String RUN = "automation.run.";

    private final LabelledCounters events;
    private final LabelledCounters runs;

    public EventMeters(MeterRegistry meters) {
        this.events =
                new LabelledCounters(meters, "postrider.events", "Events", Tags.empty(), "type");
        this.runs =
                new LabelledCounters(
                        meters,
                        "postrider.runs",
                        "Runs that entered a state",
                        Tags.empty(),
                        "state");
    }

    @Override
    public void accept(String type) {
        events.increment(type);
        if (type.startsWith(RUN) && !type.endsWith(".updated")) {
            runs.increment(type.substring(RUN.length()));
        }
    }
}
