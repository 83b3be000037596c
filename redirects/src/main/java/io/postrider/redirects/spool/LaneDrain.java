package io.postrider.redirects.spool;

import io.postrider.platform.limits.HeapBounds;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Sends one lane in order, within a bounded window, and moves its acknowledgement forward without gaps. */
final class LaneDrain {

    private static final int PASS_RECORDS_MAX = 1024;
    private static final int WINDOW_RECORDS_MAX = 8192;
    private static final long WINDOW_BYTES_MAX = HeapBounds.SPOOL_LANE;

    private final LaneReader reader;
    private final String topic;
    private final int partition;
    private final byte[] key;
    private final Deque<InFlight> flights = new ArrayDeque<>();
    private long flightBytes;
    private boolean moved;
    private @Nullable SpooledRecord held;

    LaneDrain(LaneReader reader, String topic, int partitions) {
        this.reader = reader;
        this.topic = topic;
        this.partition = reader.id().partition(partitions);
        this.key = reader.id().key();
    }

    /** The result of a pass over a lane. */
    enum Pass {
        /** Nothing is left to send. */
        DRAINED,
        /** There are more records, for which room or metadata is missing. */
        BLOCKED,
        /** There are more records, but it is the turn of other lanes. */
        UNFINISHED
    }

    Pass send(ProducerSession session) {
        for (int sent = 0; sent < PASS_RECORDS_MAX; sent++) {
            if (flights.size() >= WINDOW_RECORDS_MAX || flightBytes >= WINDOW_BYTES_MAX) {
                return Pass.BLOCKED;
            }
            SpooledRecord record = held == null ? reader.read() : held;
            if (record == null) {
                return Pass.DRAINED;
            }
            held = record;
            if (!offer(record, session)) {
                return Pass.BLOCKED;
            }
            held = null;
        }
        return Pass.UNFINISHED;
    }

    private boolean offer(SpooledRecord record, ProducerSession session) {
        InFlight flight = new InFlight(record, session);
        if (!session.offer(new ProducerRecord<>(topic, partition, key, record.payload()), flight)) {
            return false;
        }
        moved = true;
        flights.add(flight);
        flightBytes += record.payload().length;
        return true;
    }

    /** Collects the acknowledgements since the last call; true if there were any. */
    boolean collect() {
        boolean any = hasResult();
        while (hasResult()) {
            flightBytes -= flights.remove().record().payload().length;
        }
        moved |= any;
        acknowledge();
        return any;
    }

    /** Everything before the oldest record in flight is done, including skipped damaged records. */
    private void acknowledge() {
        InFlight first = flights.peek();
        SpooledRecord oldest = first == null ? held : first.record();
        if (oldest == null) {
            reader.acknowledge(reader.sequence() - 1, reader.place());
        } else {
            reader.acknowledge(oldest.sequence() - 1, oldest.startsAt());
        }
    }

    boolean hasResult() {
        InFlight first = flights.peek();
        return first != null && first.isAcknowledged();
    }

    boolean hasRecord() {
        return reader.isReady();
    }

    boolean awaitsResults() {
        return flights.stream().anyMatch(InFlight::isPending);
    }

    /** Whether any record was sent or acknowledged since the last call. */
    boolean takeMoved() {
        boolean result = moved;
        moved = false;
        return result;
    }

    /** Forgets the records in flight, which are then read and sent again. */
    void rewind() {
        flights.clear();
        flightBytes = 0;
        held = null;
        reader.rewind();
    }
}
