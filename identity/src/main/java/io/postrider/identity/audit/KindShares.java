package io.postrider.identity.audit;

import io.postrider.identity.audit.AuditAggregator.Kind;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.web.route.AuditTrail.Deed;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the number of kinds that an {@link AuditAggregator} counts at the same time, and gives each tenant a share. Denied
 * operations, which a caller can cause at will, take no room from completed ones. Not thread-safe.
 */
final class KindShares {

    private final Tenants tenants;
    private final SharedCapacity denied = SharedCapacity.ofTenants(AuditAggregator.KINDS_MAX);
    private final SharedCapacity done = SharedCapacity.ofTenants(AuditAggregator.KINDS_MAX);
    private final SharedCapacity grouped = SharedCapacity.ofTenants(AuditAggregator.KINDS_MAX);
    private final Map<Kind, Place> places = new HashMap<>();

    /**
     * @param tenant the tenant at the time of taking: the owner of a workspace can change while the place is held
     */
    private record Place(SharedCapacity capacity, String tenant) {}

    KindShares(Tenants tenants) {
        this.tenants = tenants;
    }

    /** Shows how many kinds of each sort are counted. */
    void show(Bounds bounds) {
        bounds.show("audit_kinds_of_denied_requests", denied);
        bounds.show("audit_kinds_of_account_activity", done);
        bounds.show("audit_groups", grouped);
    }

    /** Takes a place for a kind that has none; false if none is free. */
    boolean hold(Kind kind) {
        return places.containsKey(kind) || take(kind);
    }

    private boolean take(Kind kind) {
        Place place = new Place(capacity(kind), tenants.ofWorkspace(kind.workspace()));
        if (place.capacity.take(place.tenant, 1) != Grant.GRANTED) {
            return false;
        }
        places.put(kind, place);
        return true;
    }

    private SharedCapacity capacity(Kind kind) {
        if (kind.isGrouped()) {
            return grouped;
        }
        return switch (kind.deed()) {
            case Deed.Denied _ -> denied;
            case Deed.Done _ -> done;
        };
    }

    /** Releases the place of a kind. */
    void release(Kind kind) {
        Place place = places.remove(kind);
        if (place != null) {
            place.capacity.release(place.tenant, 1);
        }
    }
}
