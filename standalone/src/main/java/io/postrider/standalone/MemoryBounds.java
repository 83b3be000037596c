package io.postrider.standalone;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.limits.TenantLimits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * The memory limits of a process with all roles, by part, in bytes. Parts limited by number, such as rate limits, the fetches
 * of consumers, and requests in flight, use the rest of the heap.
 */
final class MemoryBounds {

    /** Maximum share of the heap of all parts together. */
    static final double HEAP_SHARE = 0.8;

    /** Maximum of all parts outside of the heap together, in bytes. */
    static final long NATIVE_MAX = 608L << 20;

    private static final int GROUPS = 2;

    /** Lists, clicks, webhooks, messages and automation. */
    private static final int OTHER_STREAMS = 5;

    /** Webhooks, messages and automation keep deliveries. */
    private static final int DELIVERY_STREAMS = 3;

    /** Clicks. */
    private static final int PRODUCERS = 1;

    /** Rules and webhooks. */
    private static final int EXPRESSION_POOLS = 2;

    private static final int SPOOL_LANES = 2;

    /** The log cleaner, and the data loaded at the start, see {@link io.postrider.standalone.broker}. */
    private static final long BROKER = 12L << 20;

    /**
     * The threads of a process on two processors, each with a stack of 1 MiB at most: 190 when idle, with those of the JVM, and 50
     * of pools that start them on demand. An idle thread has used 0.1 MiB of its stack.
     */
    private static final int THREADS = 256;

    private MemoryBounds() {}

    /** @param heap the bytes of the largest heap */
    static SequencedMap<String, Long> ofHeap(long heap) {
        SequencedMap<String, Long> parts = new LinkedHashMap<>();
        parts.put("tables of the workspaces", TenantLimits.shareOf(heap));
        parts.put("bodies", (long) HeapBounds.BODIES + HeapBounds.BODIES_OF_NETWORKS);
        parts.put("responses of reads", (long) HeapBounds.ANSWERS + HeapBounds.ANSWERS_OF_NETWORKS);
        parts.put(
                "responses of writes",
                (long) HeapBounds.WRITE_ANSWERS + HeapBounds.WRITE_ANSWERS_OF_NETWORKS);
        parts.put("event streams", (long) HeapBounds.EVENT_STREAMS);
        parts.put("completions", (long) HeapBounds.COMPLETIONS);
        parts.put("pending expressions", (long) EXPRESSION_POOLS * HeapBounds.EXPRESSIONS);
        parts.put("links", (long) HeapBounds.LINKS);
        parts.put("user agents", (long) HeapBounds.USER_AGENTS);
        parts.put("clicks in transit", (long) SPOOL_LANES * HeapBounds.SPOOL_LANE);
        parts.put(
                "producers",
                GROUPS * HeapBounds.GROUP_PRODUCER
                        + PRODUCERS * HeapBounds.PRODUCER
                        + HeapBounds.APPENDS
                        + HeapBounds.OUTCOMES
                        + HeapBounds.BEST_EFFORT);
        parts.put(
                "producers of Kafka Streams",
                GROUPS * HeapBounds.GROUP_PRODUCER + OTHER_STREAMS * HeapBounds.PRODUCER);
        parts.put(
                "deliveries that are not committed",
                DELIVERY_STREAMS * HeapBounds.UNCOMMITTED_DELIVERIES);
        parts.put("embedded broker", BROKER);
        return parts;
    }

    /**
     * @param stores the cache and the write buffers of all stores
     * @param direct the buffers of connections
     */
    static SequencedMap<String, Long> outsideOfHeap(StoreSettings stores, long direct) {
        SequencedMap<String, Long> parts = new LinkedHashMap<>();
        parts.put("stores", stores.cache().toBytes());
        parts.put("buffers of connections", direct);
        parts.put("stacks of threads", (long) THREADS << 20);
        return parts;
    }

    static long sum(Map<String, Long> parts) {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }
}
