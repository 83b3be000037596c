package io.postrider.platform.views;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Reads a {@link FakeLog}: what is committed, and positions move over markers as the real consumer's do. */
// The log's lock is the only one here: a monitor held while waiting would keep the wake-up out.
@SuppressWarnings("UnsynchronizedOverridesSynchronized")
final class FakeReader extends MockConsumer<byte[], byte[]> {

    private static final int POLL_OFFSETS = 100;

    private final FakeLog log;

    private boolean awake;

    FakeReader(FakeLog log) {
        super("none");
        this.log = log;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        log.lock();
        try {
            long left = timeout.toNanos();
            ConsumerRecords<byte[], byte[]> found = read();
            while (found.nextOffsets().isEmpty() && left > 0) {
                left = log.changed().awaitNanos(left);
                found = read();
            }
            return found;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            log.unlock();
        }
    }

    private ConsumerRecords<byte[], byte[]> read() {
        if (awake) {
            throw new WakeupException();
        }
        log.throwNextFailure();
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
        if (!log.down()) {
            assignment().stream()
                    .filter(partition -> !paused().contains(partition))
                    .forEach(partition -> read(partition, records, next));
        }
        return new ConsumerRecords<>(records, next);
    }

    private void read(
            TopicPartition partition,
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records,
            Map<TopicPartition, OffsetAndMetadata> next) {
        FakeLog.Partition from = log.at(partition);
        long position = position(partition);
        if (position < from.beginning() || position > from.end()) {
            throw new OffsetOutOfRangeException(Map.of(partition, position));
        }
        if (position >= from.visibleEnd()) {
            return;
        }
        List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
        long until = Math.min(from.visibleEnd(), position + POLL_OFFSETS);
        for (long offset = position; offset < until; offset++) {
            ConsumerRecord<byte[], byte[]> entry = from.at(offset);
            if (entry != null) {
                found.add(entry);
            }
        }
        if (!found.isEmpty()) {
            records.put(partition, found);
        }
        next.put(partition, new OffsetAndMetadata(until, Optional.of(0), ""));
        seek(partition, until);
    }

    @Override
    public void wakeup() {
        log.locked(() -> awake = true);
    }
}
