package io.postrider.web.server;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Permits of which one {@linkplain ClientNetwork network} holds so many at most. */
public final class AddressShares {

    private final int shareMax;

    /** Bounded by the permits that are held. */
    private final Map<Long, Integer> held = new ConcurrentHashMap<>();

    public AddressShares(int shareMax) {
        this.shareMax = shareMax;
    }

    /**
     * Takes a permit; false where the network holds its share already.
     *
     * @param address 4 or 16 bytes
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

    /** Gives back a permit that was taken. */
    public void giveBack(byte[] address) {
        held.computeIfPresent(
                ClientNetwork.of(address), (_, count) -> count == 1 ? null : count - 1);
    }

    /** How many networks hold a permit. */
    int networks() {
        return held.size();
    }
}
