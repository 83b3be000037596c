package io.postrider.benchmarks;

import static java.util.Objects.requireNonNull;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Pause;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** The clicks that are in Kafka, as Kafka counts them. */
final class ClickLog implements AutoCloseable {

    private static final String RAW = "postrider.clicks.raw.v1";
    private static final String READER = "postrider-clicks";
    private static final long ANSWER_SECONDS_MAX = 30;
    private static final Duration STEP = Duration.ofMillis(500);

    private final Admin admin;

    /** @param client the file of the settings of clients that the product has written */
    ClickLog(Path client) {
        Properties settings = new Properties();
        try (Reader file = Files.newBufferedReader(client)) {
            settings.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.admin = Admin.create(settings);
    }

    /** The number of raw clicks ever written; they are not written in transactions, so offsets count nothing else. */
    long written() {
        return ends().values().stream().mapToLong(Long::longValue).sum();
    }

    /** The number of raw clicks that are not published yet. */
    long unread() {
        Map<TopicPartition, OffsetAndMetadata> read =
                get(admin.listConsumerGroupOffsets(READER).partitionsToOffsetAndMetadata());
        return ends().entrySet().stream()
                .mapToLong(end -> end.getValue() - offset(read, end.getKey()))
                .sum();
    }

    private static long offset(
            Map<TopicPartition, OffsetAndMetadata> read, TopicPartition partition) {
        OffsetAndMetadata at = read.get(partition);
        return at == null ? 0 : at.offset();
    }

    /** Waits until so many clicks are written, and says how many are then or at the end of patience. */
    long await(long count, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        long written = written();
        while (written < count && System.nanoTime() - end < 0) {
            Pause.of(STEP);
            written = written();
        }
        return written;
    }

    private Map<TopicPartition, Long> ends() {
        Set<TopicPartition> partitions =
                requireNonNull(get(admin.describeTopics(Set.of(RAW)).allTopicNames()).get(RAW))
                        .partitions()
                        .stream()
                        .map(partition -> new TopicPartition(RAW, partition.partition()))
                        .collect(Collectors.toSet());
        Map<TopicPartition, OffsetSpec> latest =
                partitions.stream()
                        .collect(
                                Collectors.toMap(partition -> partition, _ -> OffsetSpec.latest()));
        return get(admin.listOffsets(latest).all()).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, end -> end.getValue().offset()));
    }

    private static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get(ANSWER_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new BenchmarkException("the embedded broker does not answer: " + e, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(5));
    }
}
