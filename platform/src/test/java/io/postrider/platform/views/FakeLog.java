package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A log in memory with transaction markers, retention, open transactions and outages, read by mock consumers. */
final class FakeLog implements ProjectionLog {

    private static final long NOT_HELD = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<TopicPartition, Partition> partitions = new HashMap<>();
    private final Map<String, LogProbe.TopicFacts> topics = new HashMap<>();
    private final Set<TopicPartition> slow = new HashSet<>();
    private boolean down;
    private @Nullable RuntimeException nextFailure;
    final MockProducer<byte[], byte[]> letters =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private int consumers;

    /** One partition: its records, with null for a marker. */
    static final class Partition {
        private long beginning;
        private long held = NOT_HELD;
        private final List<@Nullable ConsumerRecord<byte[], byte[]>> entries = new ArrayList<>();

        long beginning() {
            return beginning;
        }

        @Nullable ConsumerRecord<byte[], byte[]> at(long offset) {
            return entries.get((int) (offset - beginning));
        }

        long end() {
            return beginning + entries.size();
        }

        long visibleEnd() {
            return Math.min(end(), held);
        }
    }

    /** Creates a topic; one of events with the commands and settlements of its context. */
    void create(Topic topic, int count) {
        Arrays.stream(Context.values())
                .filter(context -> context.events().equals(topic))
                .forEach(context -> {
                    createAlone(context.commands(), count);
                    createAlone(context.settlements(), count);
                });
        createAlone(topic, count);
    }

    private void createAlone(Topic topic, int count) {
        locked(() -> {
            topics.put(topic.name(), new LogProbe.TopicFacts(Uuid.randomUuid(), count));
            for (int i = 0; i < count; i++) {
                partitions.put(new TopicPartition(topic.name(), i), new Partition());
            }
        });
    }

    /** Appends a record, as caused by a command; a negative one leaves the header out. */
    void append(Topic topic, int partition, String key, String value, long command) {
        RecordHeaders headers = new RecordHeaders();
        if (command >= 0) {
            headers.add(
                    "pr_command_offset", ByteBuffer.allocate(Long.BYTES).putLong(command).array());
        }
        append(topic, partition, key, value, headers);
    }

    void append(Topic topic, int partition, String key, String value, RecordHeaders headers) {
        locked(() -> {
            Partition to = partition(topic, partition);
            to.entries.add(
                    new ConsumerRecord<>(
                            topic.name(),
                            partition,
                            to.end(),
                            0,
                            TimestampType.CREATE_TIME,
                            0,
                            0,
                            key.getBytes(UTF_8),
                            value.getBytes(UTF_8),
                            headers,
                            Optional.of(0)));
        });
    }

    /** Appends a transaction marker: an offset without a record. */
    void appendMarker(Topic topic, int partition) {
        locked(() -> partition(topic, partition).entries.add(null));
    }

    /** From here on, what is appended belongs to a transaction that is not committed. */
    void hold(Topic topic, int partition) {
        locked(() -> partition(topic, partition).held = partition(topic, partition).end());
    }

    void commit(Topic topic, int partition) {
        locked(() -> partition(topic, partition).held = NOT_HELD);
    }

    /** Deletes records from the beginning, as retention does. */
    void deleteUpTo(Topic topic, int partition, long offset) {
        locked(() -> {
            Partition from = partition(topic, partition);
            from.entries.subList(0, (int) (offset - from.beginning)).clear();
            from.beginning = offset;
        });
    }

    /** Loses records from the end, as a power cut does. */
    void cutOff(Topic topic, int partition, long offset) {
        locked(() -> {
            Partition from = partition(topic, partition);
            int kept = (int) (offset - from.beginning);
            from.entries.subList(kept, from.entries.size()).clear();
        });
    }

    void setDown(boolean down) {
        locked(() -> this.down = down);
    }

    void failNextPoll(RuntimeException failure) {
        locked(() -> nextFailure = failure);
    }

    int consumersOpened() {
        lock.lock();
        try {
            return consumers;
        } finally {
            lock.unlock();
        }
    }

    private Partition partition(Topic topic, int partition) {
        return at(new TopicPartition(topic.name(), partition));
    }

    /** Whether the end of a partition is told: there is such a partition, and its leader answers in time. */
    boolean knowsEnd(TopicPartition partition) {
        return partitions.containsKey(partition) && !slow.contains(partition);
    }

    /** Sets whether the leader of a partition is too slow for those who ask for its end. */
    void setSlow(Topic topic, int partition, boolean isSlow) {
        TopicPartition of = new TopicPartition(topic.name(), partition);
        locked(() -> {
            if (isSlow) {
                slow.add(of);
            } else {
                slow.remove(of);
            }
        });
    }

    Partition at(TopicPartition partition) {
        Partition found = partitions.get(partition);
        if (found == null) {
            throw new IllegalArgumentException("No such partition: " + partition);
        }
        return found;
    }

    void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    Condition changed() {
        return changed;
    }

    boolean down() {
        return down;
    }

    void throwNextFailure() {
        RuntimeException failure = nextFailure;
        if (failure != null) {
            nextFailure = null;
            throw failure;
        }
    }

    LogProbe.TopicFacts facts(String name) {
        LogProbe.TopicFacts found = topics.get(name);
        if (found == null) {
            throw new UnknownTopicOrPartitionException(name);
        }
        return found;
    }

    @Override
    public Consumer<byte[], byte[]> consumer() {
        locked(() -> consumers++);
        return new FakeReader(this);
    }

    @Override
    public Producer<byte[], byte[]> producer() {
        return letters;
    }

    @Override
    public LogProbe probe() {
        return new FakeProbe(this);
    }
}
