package io.postrider.platform.kafka;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The main consumer of a Kafka Streams application, whose polls are short while there is work and long while there is none.
 *
 * <p>A stream thread runs its timers and takes the results of other threads between two polls. Records cause both, so polls
 * are short for a second after the last record. An idle application polls at {@code poll.ms}.
 */
final class StreamsConsumer extends KafkaConsumer<byte[], byte[]> {

    private static final Duration BUSY_POLL = Duration.ofMillis(20);
    private static final long BUSY_NANOS = Duration.ofSeconds(1).toNanos();

    private long newestNanos = System.nanoTime() - BUSY_NANOS;

    /** Makes a consumer with the configuration that Kafka Streams hands to its client supplier. */
    StreamsConsumer(Map<String, Object> config) {
        super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        ConsumerRecords<byte[], byte[]> records =
                super.poll(timeout(timeout, System.nanoTime() - newestNanos));
        if (!records.isEmpty()) {
            newestNanos = System.nanoTime();
        }
        return records;
    }

    /** The time of a poll, of which the last record is as old as told. */
    static Duration timeout(Duration asked, long sinceRecordNanos) {
        return sinceRecordNanos < BUSY_NANOS && asked.compareTo(BUSY_POLL) > 0 ? BUSY_POLL : asked;
    }
}
