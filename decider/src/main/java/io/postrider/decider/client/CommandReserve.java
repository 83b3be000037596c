package io.postrider.decider.client;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.meters.Bounds;
import java.util.List;

/**
 * The places for commands that take access away, where the ordinary ones are taken. A tenant has a quarter of them, one caller of
 * a tenant has a quarter of that, and all keys of a tenant together have half of it: a leaked key, which can make more keys, would
 * otherwise take the places that its own revocation needs.
 */
public final class CommandReserve {

    private static final int TENANTS = 4;
    private static final int CALLERS = 4;
    private static final int KEYS = 2;

    private final SharedCapacity ofCallers;
    private final SharedCapacity ofKeys;
    private final SharedCapacity ofTenants;

    /** @param total places of all tenants together, at least 1 */
    public CommandReserve(int total) {
        int ofTenant = part(total, TENANTS);
        this.ofTenants = new SharedCapacity(total, ofTenant);
        // The total is that of the tenants.
        this.ofCallers = new SharedCapacity(Integer.MAX_VALUE, part(ofTenant, CALLERS));
        this.ofKeys = new SharedCapacity(Integer.MAX_VALUE, part(ofTenant, KEYS));
    }

    /** Shows how many places are taken. */
    public void show(Bounds bounds, String name) {
        bounds.show(name, ofTenants);
    }

    private static int part(int of, int holders) {
        return Math.max(1, of / holders);
    }

    /** Takes a place, if one is free. */
    Grant take(CommandSender sender) {
        List<Hold> holds = holds(sender);
        for (int i = 0; i < holds.size(); i++) {
            Grant grant = holds.get(i).take();
            if (grant != Grant.GRANTED) {
                holds.subList(0, i).forEach(Hold::release);
                return grant;
            }
        }
        return Grant.GRANTED;
    }

    /** Returns a place of the sender. */
    void release(CommandSender sender) {
        holds(sender).forEach(Hold::release);
    }

    /** The narrowest share is the first, so that a caller who has it takes nothing of the wider ones, not even for a moment. */
    private List<Hold> holds(CommandSender sender) {
        Hold caller = new Hold(ofCallers, sender.caller());
        Hold tenant = new Hold(ofTenants, sender.tenant());
        return sender.isKey()
                ? List.of(caller, new Hold(ofKeys, sender.tenant()), tenant)
                : List.of(caller, tenant);
    }

    private record Hold(SharedCapacity capacity, String holder) {

        Grant take() {
            return capacity.take(holder, 1);
        }

        void release() {
            capacity.release(holder, 1);
        }
    }
}
