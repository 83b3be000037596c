package io.postrider.web.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Permits with a maximum per {@linkplain ClientNetwork network}. */
public final class AddressShares {

    private final int shareMax;

    /** Bounded by the permits that are held. */
    private final Map<Long, Integer> held = new ConcurrentHashMap<>();

    public AddressShares(int shareMax) {
        this.shareMax = shareMax;
    }

    /**
     * Takes a permit; false if the network has its share already.
     *
     * @param address address of 4 or 16 bytes
     */
    public boolean tryTake(byte[] address) {
        boolean[] taken = new boolean[1];
        held.compute(
                ClientNetwork.of(address),
                (_, count) -> {
                    int before = count == null ? 0 : count;
                    taken[0] = before < shareMax;
                    return taken[0] ? before + 1 : before;
                });
        return taken[0];
    }

    /** Returns a permit. */
    public void giveBack(byte[] address) {
        held.computeIfPresent(
                ClientNetwork.of(address), (_, count) -> count == 1 ? null : count - 1);
    }

    /** The number of networks with a permit. */
    int networks() {
        return held.size();
    }
}
