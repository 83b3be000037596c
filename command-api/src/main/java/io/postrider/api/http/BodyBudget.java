package io.postrider.api.http;

import io.postrider.runtime.limits.SharedCapacity;
import io.postrider.runtime.limits.SharedCapacity.Grant;

/**
 * Bounds the memory of the bodies that come, from their first byte until they are parsed: that of all workspaces together and
 * of those of one owner, and that of all requests without credentials and of one network. The two are apart, because requests without
 * credentials cost their senders nothing: otherwise a few networks could take the memory of all workspaces.
 */
final class BodyBudget {

    /**
     * An eighth of the heap of 512 MB that the start script sets, as much as completions have. It does not grow with the heap,
     * as no other number of the kind does. The quarter of a tenant is 64 bodies of 256 KiB, or 8 completions of 2 MiB.
     */
    private static final int TENANTS_BYTES = 64 << 20;

    /** The quarter of a network is 16 bodies of 256 KiB, or more sign-ins than a network may have connections. */
    private static final int NETWORKS_BYTES = 16 << 20;

    private final SharedCapacity tenants = SharedCapacity.ofTenants(TENANTS_BYTES);
    private final SharedCapacity networks = SharedCapacity.ofTenants(NETWORKS_BYTES);

    /** A body that is not read on, and what its sender is answered. */
    static final class RefusedException extends RuntimeException {

        private final transient Problem problem;

        RefusedException(Problem problem) {
            super(problem.code(), null, false, false);
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    /**
     * The part of a budget that one holder can take.
     *
     * @param sender begins the text of a problem
     */
    record Share(SharedCapacity capacity, String holder, String sender) {

        /** Takes bytes, or fails with {@link RefusedException}. */
        void take(int bytes) {
            Grant grant = capacity.take(holder, bytes);
            if (grant != Grant.GRANTED) {
                throw new RefusedException(
                        grant == Grant.SHARE_EXCEEDED ? overShare() : overloaded());
            }
        }

        void release(int bytes) {
            capacity.release(holder, bytes);
        }

        private Problem overShare() {
            return Problem.of(
                            429, "too_many_bodies", sender + " as large bodies at once as one may.")
                    .retryAfter(1);
        }

        private static Problem overloaded() {
            return Problem.unavailable("overloaded", "Too many bodies are being read.");
        }
    }

    /** The share of a tenant: of all workspaces of one owner, or of a user outside of any workspace. */
    Share ofTenant(String tenant) {
        return new Share(tenants, tenant, "The workspaces of this one's owner send");
    }

    /** The share of a network from which requests without credentials come. */
    Share ofNetwork(String network) {
        return new Share(networks, network, "The network sends");
    }
}
