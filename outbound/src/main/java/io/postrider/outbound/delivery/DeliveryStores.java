package io.postrider.outbound.delivery;

import io.postrider.schemas.Delivery;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * What the dispatcher must not lose: the bodies, written once; the queue, rewritten with every retry; and for a while
 * the ids of what is done, so that an event that is read twice is not delivered twice.
 */
final class DeliveryStores {

    static final String PAYLOAD = "payload";
    static final String QUEUE = "queue";
    static final String DONE = "done";

    private final KeyValueStore<Bytes, byte[]> payload;
    private final KeyValueStore<Bytes, byte[]> queue;
    private final FinishedDeliveries finished;
    private final ValueCodec<Delivery> codec;

    DeliveryStores(
            KeyValueStore<Bytes, byte[]> payload,
            KeyValueStore<Bytes, byte[]> queue,
            KeyValueStore<Bytes, byte[]> done,
            ValueCodec<Delivery> codec) {
        this.payload = payload;
        this.queue = queue;
        this.finished = new FinishedDeliveries(done);
        this.codec = codec;
    }

    /** A delivery in the queue and the number of its next attempt. */
    record Queued(QueueKey key, int number) {}

    /**
     * Queues a new delivery for the time at which it was made, the same however often it is read; false if it is known,
     * done or not.
     */
    boolean add(Delivery delivery, byte[] bytes) {
        if (finished.has(delivery.id())
                || (isOpen(delivery.id()) && hasPlace(delivery.endpoint(), delivery.id()))) {
            return false;
        }
        payload.put(utf8(delivery.id()), bytes);
        if (retry(delivery.endpoint(), delivery.id()).filter(this::exists).isEmpty()) {
            forgetRetry(delivery.id());
            put(first(delivery));
        }
        return true;
    }

    /** Whether a delivery was queued and is not done. */
    boolean isOpen(String id) {
        return payload.get(utf8(id)) != null;
    }

    Optional<Delivery> delivery(String id) {
        return Optional.ofNullable(payload.get(utf8(id))).map(codec::decode);
    }

    /** Gives a delivery the place that counts from now on; one that it had before is dropped when its turn comes. */
    void enqueue(QueueKey key, int number) {
        put(new Queued(key, number));
        // Behind the place: a crash may lose this alone, and then what asked for it is read again.
        queue.put(
                QueueKey.retry(key.delivery()),
                ByteBuffer.allocate(12).putLong(key.dueAtMillis()).putInt(number).array());
    }

    private void put(Queued place) {
        queue.put(place.key().bytes(), ByteBuffer.allocate(4).putInt(place.number()).array());
    }

    /** Notes that the attempt of a number was started. */
    void start(String delivery, int number) {
        queue.put(QueueKey.started(delivery), ByteBuffer.allocate(4).putInt(number).array());
    }

    /** Whether the attempt of a number was started and has no outcome. */
    boolean isStarted(String delivery, int number) {
        byte[] started = queue.get(QueueKey.started(delivery));
        return started != null && ByteBuffer.wrap(started).getInt() == number;
    }

    /** Notes the offset of an attempt that was read. */
    void reach(long offset) {
        queue.put(QueueKey.position(), ByteBuffer.allocate(8).putLong(offset).array());
    }

    /** The offset behind the last attempt that was read; 0 where none was. */
    long position() {
        byte[] reached = queue.get(QueueKey.position());
        return reached == null ? 0 : ByteBuffer.wrap(reached).getLong() + 1;
    }

    void dequeue(QueueKey key) {
        queue.delete(key.bytes());
    }

    /** The delivery is done with, one way or another; false if it was before. */
    boolean finish(String id, long nowMillis) {
        finished.add(id, nowMillis);
        boolean wasOpen = payload.delete(utf8(id)) != null;
        forgetRetry(id);
        queue.delete(QueueKey.started(id));
        return wasOpen;
    }

    /**
     * An endpoint's deliveries that are due by a time, the earliest first.
     *
     * @param read they follow this place, so that RocksDB does not pass by those that were deleted before it
     */
    List<Queued> due(String endpoint, Optional<QueueKey> read, long nowMillis, int limit) {
        return read.filter(last -> last.dueAtMillis() > nowMillis).isPresent()
                ? List.of()
                : range(following(endpoint, read), QueueKey.lastDueBy(endpoint, nowMillis), limit);
    }

    /** The places of an endpoint behind another one. */
    List<Queued> following(String endpoint, QueueKey last, int limit) {
        return range(last.following(), QueueKey.behind(endpoint), limit);
    }

    /** An endpoint's first place in the queue. */
    Optional<Queued> first(String endpoint) {
        return next(endpoint, Optional.empty());
    }

    /** The oldest places of an endpoint. */
    List<Queued> oldest(String endpoint, int limit) {
        return range(QueueKey.first(endpoint), QueueKey.behind(endpoint), limit);
    }

    /** The deliveries of an endpoint that are to be repeated, the oldest first. */
    List<String> retries(String endpoint) {
        Map<String, Instant> found = new HashMap<>();
        try (KeyValueIterator<Bytes, byte[]> places =
                queue.range(QueueKey.first(endpoint), QueueKey.behind(endpoint))) {
            while (places.hasNext()) {
                Queued place = queued(places.next());
                if (place.number() > 1) {
                    delivery(place.key().delivery())
                            .filter(delivery -> counts(place, delivery))
                            .ifPresent(delivery -> found.put(delivery.id(), delivery.createdAt()));
                }
            }
        }
        return found.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The number of an endpoint's places in the queue. */
    int count(String endpoint) {
        int count = 0;
        try (KeyValueIterator<Bytes, byte[]> places =
                queue.range(QueueKey.first(endpoint), QueueKey.behind(endpoint))) {
            for (; places.hasNext(); count++) {
                places.next();
            }
        }
        return count;
    }

    /** An endpoint's place that follows another one in the queue. */
    Optional<Queued> next(String endpoint, Optional<QueueKey> read) {
        return range(following(endpoint, read), QueueKey.behind(endpoint), 1).stream().findFirst();
    }

    private static Bytes following(String endpoint, Optional<QueueKey> read) {
        return read.map(QueueKey::following).orElseGet(() -> QueueKey.first(endpoint));
    }

    /** The place where a delivery waits for one attempt, or for the outcome of that. */
    Optional<Queued> find(String endpoint, String delivery, int number) {
        return place(endpoint, delivery).filter(place -> place.number() == number);
    }

    /** Whether a delivery waits at any place. */
    boolean hasPlace(String endpoint, String delivery) {
        return place(endpoint, delivery).isPresent();
    }

    /** Whether a delivery's place is the one that counts, and not one that a crash has left behind. */
    boolean counts(Queued place, Delivery delivery) {
        return retry(delivery.endpoint(), delivery.id())
                .orElseGet(() -> first(delivery))
                .equals(place);
    }

    /** A delivery has no other place than its first. */
    void forgetRetry(String delivery) {
        queue.delete(QueueKey.retry(delivery));
    }

    /** The place where a delivery waits. */
    Optional<Queued> place(String endpoint, String delivery) {
        return retry(endpoint, delivery)
                .or(() -> delivery(delivery).map(DeliveryStores::first))
                .filter(this::exists);
    }

    /** Whether a place is in the queue. */
    boolean exists(Queued place) {
        return queue.get(place.key().bytes()) != null;
    }

    /** When the first attempt is due stands with the delivery itself. */
    static Queued first(Delivery delivery) {
        long due = delivery.createdAt().toEpochMilli();
        return new Queued(new QueueKey(delivery.endpoint(), due, delivery.id()), 1);
    }

    /** When another one is due, or the first one was put off to, stands beside the places. */
    private Optional<Queued> retry(String endpoint, String delivery) {
        return Optional.ofNullable(queue.get(QueueKey.retry(delivery)))
                .map(ByteBuffer::wrap)
                .map(in -> new Queued(new QueueKey(endpoint, in.getLong(), delivery), in.getInt()));
    }

    /** Every endpoint that has something in the queue; leaps from one to the next. */
    List<String> endpoints() {
        List<String> found = new ArrayList<>();
        Bytes from = Bytes.wrap(new byte[] {0});
        while (true) {
            try (KeyValueIterator<Bytes, byte[]> places = queue.range(from, QueueKey.behindAll())) {
                if (!places.hasNext()) {
                    return found;
                }
                String endpoint = QueueKey.of(places.next().key).endpoint();
                found.add(endpoint);
                from = QueueKey.behind(endpoint);
            }
        }
    }

    private List<Queued> range(Bytes from, Bytes to, int limit) {
        List<Queued> found = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> places = queue.range(from, to)) {
            while (places.hasNext() && found.size() < limit) {
                found.add(queued(places.next()));
            }
        }
        return found;
    }

    /** Forgets the first of those that were finished long ago. */
    void forgetOld(long nowMillis) {
        finished.forgetOld(nowMillis);
    }

    private static Queued queued(KeyValue<Bytes, byte[]> place) {
        return new Queued(QueueKey.of(place.key), ByteBuffer.wrap(place.value).getInt());
    }

    private static Bytes utf8(String id) {
        return Bytes.wrap(id.getBytes(StandardCharsets.UTF_8));
    }
}
