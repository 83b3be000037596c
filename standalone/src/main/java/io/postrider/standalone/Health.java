package io.postrider.standalone;

import io.postrider.web.server.LivenessCheck;
import io.postrider.web.server.ReadinessCheck;
import java.util.List;

/** The checks of {@code /readyz} and {@code /livez} of a process. */
record Health(List<ReadinessCheck> readiness, List<LivenessCheck> liveness) {

    Health {
        readiness = List.copyOf(readiness);
        liveness = List.copyOf(liveness);
    }

    boolean alive() {
        return liveness.stream().allMatch(LivenessCheck::alive);
    }
}
