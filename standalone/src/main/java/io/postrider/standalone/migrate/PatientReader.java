package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.ClusterInspection;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads partitions up to their ends, and fails when none of them has advanced for two minutes. */
final class PatientReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Consumer<byte[], byte[]> consumer;
    private final KafkaSettings log;
    private final Map<TopicPartition, Long> ends;
    private final LongSupplier nanoTime;
    private long position = -1;
    private long waited;

    PatientReader(
            Consumer<byte[], byte[]> consumer,
            KafkaSettings log,
            Map<TopicPartition, Long> ends,
            LongSupplier nanoTime) {
        this.consumer = consumer;
        this.log = log;
        this.ends = Map.copyOf(ends);
        this.nanoTime = nanoTime;
        consumer.assign(ends.keySet());
    }

    /**
     * Reads partitions from the beginning.
     *
     * @param ends the offset behind the last record of each
     */
    static PatientReader ofAll(KafkaSettings log, Map<TopicPartition, Long> ends) {
        PatientReader reader = open(log, ends);
        reader.consumer.seekToBeginning(ends.keySet());
        return reader;
    }

    /** Reads a partition between two offsets. */
    static PatientReader of(KafkaSettings log, TopicPartition partition, long from, long end) {
        PatientReader reader = open(log, Map.of(partition, end));
        reader.consumer.seek(partition, from);
        return reader;
    }

    private static PatientReader open(KafkaSettings log, Map<TopicPartition, Long> ends) {
        return new PatientReader(Clients.reader(log), log, ends, System::nanoTime);
    }

    /** Whether there is more to read. */
    boolean isBehind() {
        return asked(() ->
                ends.entrySet().stream()
                        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue()));
    }

    /**
     * The next records; there can be none.
     *
     * @throws CommandException when the brokers have not answered for too long
     */
    ConsumerRecords<byte[], byte[]> poll() {
        long began = nanoTime.getAsLong();
        ConsumerRecords<byte[], byte[]> records = asked(() -> consumer.poll(POLL));
        long now = asked(() -> ends.keySet().stream().mapToLong(consumer::position).sum());
        // What the caller does between two polls is not time that the brokers took.
        long took = nanoTime.getAsLong() - began;
        waited = now == position ? waited + took : 0;
        position = now;
        if (waited > PATIENCE.toNanos()) {
            throw unreadable();
        }
        return records;
    }

    private <T> T asked(Supplier<T> question) {
        return ClusterInspection.asked(
                log,
                () -> {
                    try {
                        return question.get();
                    } catch (TimeoutException _) {
                        throw unreadable();
                    }
                });
    }

    private CommandException unreadable() {
        String topics =
                ends.keySet().stream()
                        .map(TopicPartition::topic)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(", "));
        return CommandException.failed(
                "Kafka at %s does not return the records of %s"
                        .formatted(log.bootstrapServers(), topics));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
