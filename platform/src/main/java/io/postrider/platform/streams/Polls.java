package io.postrider.platform.streams;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the polls that brought records. Whatever is processed was accepted before the newest of them returned, so one
 * look at the log per poll is enough to know every change that had been accepted earlier.
 */
public final class Polls implements ConsumerInterceptor<byte[], byte[]> {

    private static final AtomicLong COUNT = new AtomicLong();

    /** How many polls of this process have brought records so far. */
    public static long count() {
        return COUNT.get();
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        COUNT.incrementAndGet();
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
