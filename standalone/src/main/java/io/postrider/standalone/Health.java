package io.postrider.standalone;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.web.server.LivenessCheck;
import io.postrider.web.server.ReadinessCheck;
import java.util.List;

/** The checks of {@code /readyz} and {@code /livez} of a process. */
record Health(List<ReadinessCheck> readiness, List<LivenessCheck> liveness) {

    Health {
        readiness = List.copyOf(readiness);
        liveness = List.copyOf(liveness);
    }

    /** Shows which parts are ready. */
    void show(MeterRegistry meters) {
        for (ReadinessCheck check : readiness) {
            Gauge.builder("postrider.ready", check, part -> part.state().ready() ? 1 : 0)
                    .description("1 for a part that is ready, otherwise 0")
                    .tag("part", check.state().name())
                    .register(meters);
        }
    }

    boolean alive() {
        return liveness.stream().allMatch(LivenessCheck::alive);
    }
}
