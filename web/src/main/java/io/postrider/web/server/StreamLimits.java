package io.postrider.web.server;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.meters.Bounds;
import io.postrider.web.problem.Problem;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Flux;

/**
 * Limits and intervals of event streams.
 *
 * @param poll interval between reads of new events
 * @param heartbeat interval of comments on a silent stream
 * @param perKeyMax open streams of one key on this node
 * @param perTenantMax open streams of one tenant on this node
 * @param totalMax open streams on this node
 * @param bufferBytesMax bytes of events that wait to be written to the streams of this node; a quarter for one tenant
 */
public record StreamLimits(
        Duration poll,
        Duration heartbeat,
        int perKeyMax,
        int perTenantMax,
        int totalMax,
        int bufferBytesMax) {

    /** Those of a node. */
    public static final StreamLimits DEFAULT =
            new StreamLimits(
                    Duration.ofMillis(250),
                    Duration.ofSeconds(15),
                    10,
                    125,
                    500,
                    HeapBounds.EVENT_STREAMS);

    /**
     * The part of a tenant's buffer that the events of one stream may use, except a single larger event. The streams of one key
     * leave room for those of the other keys of their owner.
     */
    private static final int STREAMS_OF_SHARE = 16;

    /** The streams that are open now. */
    public static final class Open {

        private final SharedCapacity byKey;
        private final SharedCapacity byTenant;
        private final SharedCapacity buffers;

        /** No stream is open yet. */
        public Open(StreamLimits limits) {
            this.buffers = SharedCapacity.ofTenants(limits.bufferBytesMax());
            this.byKey = new SharedCapacity(limits.totalMax(), limits.perKeyMax());
            this.byTenant = new SharedCapacity(limits.totalMax(), limits.perTenantMax());
        }

        /** Shows how many streams are open, and how many bytes wait for them. */
        public void show(Bounds bounds, String name) {
            bounds.show(name, byTenant);
            bounds.show(name + "_bytes", buffers);
        }

        /** Why the key cannot open another stream; empty if it can. */
        public Optional<Problem> refusal(String tenant, String key) {
            if (byTenant.isFull()) {
                return Optional.of(
                        Problem.unavailable(
                                "overloaded", "Too many streams are open on this node."));
            }
            return byTenant.hasRoom(tenant) && byKey.hasRoom(key)
                    ? Optional.empty()
                    : Optional.of(
                            Problem.of(
                                            429,
                                            "too_many_streams",
                                            "Too many event streams are open on this node. Close one to open another.")
                                    .retryAfter(5));
        }

        /** The buffer of a stream of a tenant; its memory is the tenant's. */
        public Buffer buffer(String tenant) {
            return new Buffer(buffers, tenant, buffers.share() / STREAMS_OF_SHARE);
        }

        /**
         * The same events, counted as a stream of the key while a client is connected. Requests that were checked at the same
         * time may exceed the limit together: then the stream ends at once, and its client is rejected when it reconnects.
         */
        public <T> Flux<T> counted(String tenant, String key, Flux<T> events) {
            return Flux.using(
                    () -> take(tenant, key),
                    taken -> taken ? events : Flux.empty(),
                    taken -> {
                        if (taken) {
                            byKey.release(key, 1);
                            byTenant.release(tenant, 1);
                        }
                    });
        }

        private boolean take(String tenant, String key) {
            if (byTenant.take(tenant, 1) != Grant.GRANTED) {
                return false;
            }
            if (byKey.take(key, 1) == Grant.GRANTED) {
                return true;
            }
            byTenant.release(tenant, 1);
            return false;
        }
    }

    /** The memory of the events of one stream that wait to be written. */
    public static final class Buffer {

        private final SharedCapacity bytes;
        private final String tenant;
        private final int bytesMax;
        private int held;
        private boolean closed;

        private Buffer(SharedCapacity bytes, String tenant, int bytesMax) {
            this.bytes = bytes;
            this.tenant = tenant;
            this.bytesMax = bytesMax;
        }

        /** Takes bytes if there is room for them. */
        public synchronized boolean take(int count) {
            boolean exceeds = held > 0 && count > bytesMax - held;
            if (closed || exceeds || bytes.take(tenant, count) != Grant.GRANTED) {
                return false;
            }
            held += count;
            return true;
        }

        public synchronized void release(int count) {
            if (!closed) {
                held -= count;
                bytes.release(tenant, count);
            }
        }

        /** Releases all bytes; nothing is taken any more. */
        public synchronized void close() {
            if (!closed) {
                closed = true;
                bytes.release(tenant, held);
            }
        }

        /** The bytes that the tenant's streams hold, for tests. */
        public int heldByTenant() {
            return bytes.heldBy(tenant);
        }
    }
}
