package io.postrider.platform.limits;

import java.util.HashMap;
import java.util.Map;

/**
 * A bounded number of units of a node, of which each holder, such as one of the {@link Tenants}, takes no more than its share. It
 * knows the holders that hold something and no others, so its own size is bounded too.
 */
public final class SharedCapacity {

    /** The part of a node's capacity that one tenant can take: three others can do the same. */
    private static final int TENANTS = 4;

    private final int total;
    private final int share;
    private final Map<String, Integer> held = new HashMap<>();
    private int taken;

    /** The result of asking for units. */
    public enum Grant {
        /** They are taken. */
        GRANTED,
        /** The holder has its share, and nothing is taken. */
        SHARE_EXCEEDED,
        /** The total is used up, and nothing is taken. */
        TOTAL_EXCEEDED
    }

    /**
     * @param total units of all holders together, at least 1
     * @param share units of one holder, 1 to total
     */
    public SharedCapacity(int total, int share) {
        if (share < 1 || total < share) {
            throw new IllegalArgumentException(
                    "share: " + share + " (expected: 1 to " + total + ")");
        }
        this.total = total;
        this.share = share;
    }

    /** A capacity that workspaces take units of; those of one tenant together take a quarter. */
    public static SharedCapacity ofTenants(int total) {
        return new SharedCapacity(total, Math.max(1, total / TENANTS));
    }

    /**
     * Takes units, all or none.
     *
     * @param count 0 or more
     */
    public synchronized Grant take(String holder, int count) {
        Grant grant = wouldGrant(holder, count);
        if (grant == Grant.GRANTED && count > 0) {
            taken += count;
            held.merge(holder, count, Integer::sum);
        }
        return grant;
    }

    private Grant wouldGrant(String holder, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count: " + count + " (expected: >= 0)");
        }
        if (count > total - taken) {
            return Grant.TOTAL_EXCEEDED;
        }
        return count > share - heldBy(holder) ? Grant.SHARE_EXCEEDED : Grant.GRANTED;
    }

    /** Returns units of the holder. */
    public synchronized void release(String holder, int count) {
        int left = heldBy(holder) - count;
        if (count < 0 || left < 0) {
            throw new IllegalArgumentException(
                    "count: " + count + " (expected: 0 to " + heldBy(holder) + ")");
        }
        taken -= count;
        if (left == 0) {
            held.remove(holder);
        } else {
            held.put(holder, left);
        }
    }

    /** The units of all holders together. */
    public int total() {
        return total;
    }

    /** The units that one holder can have. */
    public int share() {
        return share;
    }

    /** Whether a holder would be granted one unit now. */
    public synchronized boolean hasRoom(String holder) {
        return !isFull() && heldBy(holder) < share;
    }

    /** Whether no unit is left for any holder. */
    public synchronized boolean isFull() {
        return taken == total;
    }

    /** The units that a holder has. */
    public synchronized int heldBy(String holder) {
        return held.getOrDefault(holder, 0);
    }

    /** The units that all holders have together. */
    public synchronized int taken() {
        return taken;
    }
}
