package io.postrider.outbound.delivery;

import io.postrider.outbound.delivery.Lanes.Permits;
import java.util.HashMap;
import java.util.Map;

/** The attempts of a partition that are in hand, of the lanes that share permits. */
final class LanePermits {

    /** A workspace has at most so many times in hand what is free, so there is always room for another workspace. */
    private static final int TIMES_FREE = 3;

    private final Permits permits;
    private final Map<String, Integer> busyByWorkspace = new HashMap<>();
    private int busy;

    LanePermits(Permits permits) {
        this.permits = permits;
    }

    Permits permits() {
        return permits;
    }

    int busyCount() {
        return busy;
    }

    boolean hasPermit(Lane lane) {
        int ofWorkspace = busyByWorkspace.getOrDefault(lane.workspace(), 0);
        return lane.permitted() < lane.permits()
                && ofWorkspace < TIMES_FREE * (permits.all() - busy);
    }

    void count(Lane lane, int change) {
        busy += change;
        busyByWorkspace.merge(
                lane.workspace(),
                change,
                (before, more) -> before + more == 0 ? null : before + more);
    }
}
