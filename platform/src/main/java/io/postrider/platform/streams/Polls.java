package io.postrider.platform.streams;

import io.postrider.schemas.Topics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the polls that returned events. An event is accepted before the poll that returns it, so one look at the log per poll
 * finds every change that was accepted earlier. Deliveries and their attempts are derived from events and are not counted.
 */
public final class Polls implements ConsumerInterceptor<byte[], byte[]> {

    private static final Set<String> DERIVED =
            Set.of(
                    Topics.DELIVERIES.name(),
                    Topics.ATTEMPTS.name(),
                    Topics.EFFECTS.name(),
                    Topics.EFFECT_ATTEMPTS.name());

    private static final AtomicLong COUNT = new AtomicLong();

    /** The number of polls of this process that have returned events so far. */
    public static long count() {
        return COUNT.get();
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        if (!records.partitions().stream().map(TopicPartition::topic).allMatch(DERIVED::contains)) {
            COUNT.incrementAndGet();
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // Commits say nothing about what has been read.
    }

    @Override
    public void close() {
        // Nothing is held.
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // Nothing to set.
    }
}
