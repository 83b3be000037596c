package io.postrider.platform.views.commands;

import static java.util.Objects.requireNonNull;

import io.postrider.schemas.Context;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads where the last commands are. The offset before the end of a partition can be that of a commit or abort marker, or of an
 * aborted record, which no decider ever reads; so this reads the last records themselves.
 */
final class ConsumerCommandLog implements CommandLog {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long FIRST_STEP = 8;
    private static final long STEP_FACTOR = 32;

    private final Map<String, Object> connection;
    private final Set<TopicPartition> partitions;

    /** @param connection the settings with which a client reaches the cluster */
    ConsumerCommandLog(Map<String, Object> connection, Set<Context> contexts, int... partitions) {
        this.connection = connection;
        this.partitions = CommandLog.partitions(contexts, partitions);
    }

    /** The offset behind the last committed command, by partition; where there is none, the offset of the beginning. */
    @Override
    public Map<TopicPartition, Long> ends() throws ExecutionException, InterruptedException {
        return ask(consumer -> {
            // A consumer warns about the ends of partitions that are not assigned to it.
            consumer.assign(partitions);
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, Long> behind = new HashMap<>();
            for (TopicPartition partition : partitions) {
                behind.put(
                        partition,
                        behindLast(
                                consumer,
                                partition,
                                requireNonNull(begins.get(partition)),
                                requireNonNull(ends.get(partition))));
            }
            return behind;
        });
    }

    @Override
    public long start(TopicPartition partition) throws ExecutionException, InterruptedException {
        return ask(consumer ->
                requireNonNull(consumer.beginningOffsets(Set.of(partition)).get(partition)));
    }

    /** Reads the last records, and more of them where these are none that were committed. */
    private static long behindLast(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, long begin, long end) {
        consumer.assign(Set.of(partition));
        long from = end;
        long behind = begin;
        for (long step = FIRST_STEP; behind == begin && from > begin; step *= STEP_FACTOR) {
            from = Math.max(begin, end - step);
            consumer.seek(partition, from);
            behind = Math.max(behind, behindLastFrom(consumer, partition, end));
        }
        return behind;
    }

    private static long behindLastFrom(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, long end) {
        long behind = 0;
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (consumer.position(partition) < end) {
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException("the last commands were not read in " + TIMEOUT);
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < end) {
                    behind = record.offset() + 1;
                }
            }
        }
        return behind;
    }

    private <T> T ask(Function<Consumer<byte[], byte[]>, T> question)
            throws ExecutionException, InterruptedException {
        Map<String, Object> config = new HashMap<>(connection);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        config.put(
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, Math.toIntExact(TIMEOUT.toMillis()));
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return question.apply(consumer);
        } catch (InterruptException e) {
            // It has set the flag again.
            var _ = Thread.interrupted();
            throw new InterruptedException(e.getMessage());
        } catch (KafkaException e) {
            throw new ExecutionException(e);
        }
    }
}
