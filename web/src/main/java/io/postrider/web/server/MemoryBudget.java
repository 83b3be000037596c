package io.postrider.web.server;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.meters.Bounds;
import io.postrider.web.problem.Problem;
import java.util.Optional;

/**
 * Limits the memory that requests use on a node: that of all workspaces together and of those of one owner, and that of all
 * requests without credentials and of one network. The two are separate, because requests without credentials cost their
 * senders nothing: otherwise a few networks could use the memory of all workspaces.
 *
 * <p>The numbers are parts of the heap of 512 MB that the start script sets. They do not grow with the heap, as no other number
 * of the kind does.
 */
public final class MemoryBudget {

    private static final Texts ANSWERS =
            new Texts(
                    "too_many_answers",
                    "Too many bytes of responses are waiting to be read, for %s.",
                    "Too many responses are waiting for their clients to read them.");

    private final SharedCapacity tenants;
    private final SharedCapacity networks;
    private final Texts texts;

    /**
     * The texts for callers beyond their share.
     *
     * @param code code of the problem with status 429
     * @param detail detail of the problem, with a placeholder for the holder of the share
     * @param overloaded detail of 503 {@code overloaded}
     */
    private record Texts(String code, String detail, String overloaded) {}

    private MemoryBudget(int tenantsBytes, SharedCapacity networks, Texts texts) {
        this.tenants = SharedCapacity.ofTenants(tenantsBytes);
        this.networks = networks;
        this.texts = texts;
    }

    /** The memory of request bodies, from their first byte until they are parsed. */
    public static MemoryBudget ofBodies() {
        return new MemoryBudget(
                HeapBounds.BODIES,
                SharedCapacity.ofTenants(HeapBounds.BODIES_OF_NETWORKS),
                new Texts(
                        "too_many_bodies",
                        "Too many bytes of request bodies are in transfer, for %s.",
                        "Too many request bodies are in transfer."));
    }

    /** The memory of answers of reads until the client has read them. */
    public static MemoryBudget ofAnswers() {
        return new MemoryBudget(
                HeapBounds.ANSWERS,
                new SharedCapacity(
                        HeapBounds.ANSWERS_OF_NETWORKS, HeapBounds.ANSWERS_OF_ONE_NETWORK),
                ANSWERS);
    }

    /**
     * The memory of answers of writes until the client has read them. It is apart from that of reads, so that unread pages do not cost
     * writes their answers.
     */
    public static MemoryBudget ofWriteAnswers() {
        return new MemoryBudget(
                HeapBounds.WRITE_ANSWERS,
                SharedCapacity.ofTenants(HeapBounds.WRITE_ANSWERS_OF_NETWORKS),
                ANSWERS);
    }

    /** Shows how much of the budget is used. */
    public void show(Bounds bounds, String name) {
        bounds.show(name + "_of_owners", tenants);
        bounds.show(name + "_of_networks", networks);
    }

    /** The part of a budget that one holder can use. */
    public final class Share {

        private final SharedCapacity capacity;
        private final String holder;
        private final String name;

        private Share(SharedCapacity capacity, String holder, String name) {
            this.capacity = capacity;
            this.holder = holder;
            this.name = name;
        }

        /** Takes bytes, or returns the problem; then nothing is taken. */
        Optional<Problem> take(int bytes) {
            return problem(capacity.take(holder, bytes));
        }

        void release(int bytes) {
            capacity.release(holder, bytes);
        }

        private Optional<Problem> problem(Grant grant) {
            return switch (grant) {
                case GRANTED -> Optional.empty();
                case SHARE_EXCEEDED ->
                        Optional.of(
                                Problem.of(429, texts.code(), texts.detail().formatted(name))
                                        .retryAfter(1));
                case TOTAL_EXCEEDED ->
                        Optional.of(Problem.unavailable("overloaded", texts.overloaded()));
            };
        }
    }

    /** The share of a tenant: of all workspaces of one owner, or of a user outside of any workspace. */
    public Share ofTenant(String tenant) {
        return new Share(tenants, tenant, "the workspaces of one owner");
    }

    /** The share of a network that sends requests without credentials. */
    public Share ofNetwork(String network) {
        return new Share(networks, network, "one network");
    }
}
