package io.postrider.web.server;

import java.util.List;

/** The checks of {@code /readyz} and {@code /livez} of a process. */
public record Health(List<ReadinessCheck> readiness, List<LivenessCheck> liveness) {

    public Health {
        readiness = List.copyOf(readiness);
        liveness = List.copyOf(liveness);
    }

    /** Whether every check of liveness passes. */
    public boolean alive() {
        return liveness.stream().allMatch(LivenessCheck::alive);
    }

    /** The readiness of the process now. */
    public Readiness ready() {
        return Readiness.of(readiness);
    }
}
