package io.postrider.standalone.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the dead letters of a log, as a client beside the applications. */
final class LetterLog implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final String TOPIC = Topics.DEAD_LETTERS.name();

    private final ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(LockedSchemaIds.shipped());
    private final KafkaConsumer<byte[], byte[]> consumer;

    /** @param client the settings of a client of the log */
    LetterLog(Map<String, Object> client) {
        consumer =
                new KafkaConsumer<>(
                        settings(client), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private static Map<String, Object> settings(Map<String, Object> client) {
        Map<String, Object> all = new HashMap<>(client);
        all.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return all;
    }

    /**
     * The letters, each in its newest version and without the bytes of its record, which {@link #whole} reads.
     *
     * @param unreadable receives the records that this release cannot read
     */
    List<Letter> all(Consumer<String> unreadable) {
        Map<String, Optional<Letter>> newest = new HashMap<>();
        List<TopicPartition> partitions =
                consumer.partitionsFor(TOPIC).stream()
                        .map(each -> new TopicPartition(TOPIC, each.partition()))
                        .toList();
        if (partitions.isEmpty()) {
            throw CommandException.failed("Kafka has no topic " + TOPIC);
        }
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long deadline = deadline();
        while (ends.entrySet().stream()
                .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            var found = consumer.poll(POLL);
            found.forEach(record ->
                    newest.put(new String(record.key(), UTF_8), letter(record, unreadable)));
            deadline = found.isEmpty() ? requireBefore(deadline) : deadline();
        }
        return newest.values().stream().flatMap(Optional::stream).toList();
    }

    private Optional<Letter> letter(
            ConsumerRecord<byte[], byte[]> record, Consumer<String> unreadable) {
        if (record.value() == null) {
            return Optional.empty();
        }
        String id = new String(record.key(), UTF_8);
        try {
            return Optional.of(
                    new Letter(
                            id,
                            record.partition(),
                            record.offset(),
                            codec.decode(record.value()).withoutContents()));
        } catch (UndecodableException _) {
            unreadable.accept(id);
            return Optional.empty();
        }
    }

    /** A letter with the bytes of its record; empty if the letter is no longer there. */
    Optional<DeadLetter> whole(Letter letter) {
        return read(new TopicPartition(TOPIC, letter.partition()), letter.offset())
                .map(record -> codec.decode(record.value()));
    }

    /** The record at a place; empty if it is no longer there. */
    Optional<ConsumerRecord<byte[], byte[]>> read(TopicPartition partition, long offset) {
        consumer.assign(List.of(partition));
        long first = requireNonNull(consumer.beginningOffsets(List.of(partition)).get(partition));
        long end = requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        if (offset < first || offset >= end) {
            return Optional.empty();
        }
        consumer.seek(partition, offset);
        long deadline = deadline();
        while (consumer.position(partition) <= offset) {
            for (var record : consumer.poll(POLL).records(partition)) {
                return Optional.of(record).filter(found -> found.offset() == offset);
            }
            requireBefore(deadline);
        }
        return Optional.empty();
    }

    private static long deadline() {
        return System.nanoTime() + PATIENCE.toNanos();
    }

    private static long requireBefore(long deadline) {
        if (System.nanoTime() - deadline > 0) {
            throw CommandException.failed("Kafka does not respond");
        }
        return deadline;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
