package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.toMap;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Asks a cluster for offsets. */
final class Offsets {

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Offsets() {}

    /** The ends, behind all records and markers. */
    static Map<TopicPartition, Long> latest(Admin admin, Collection<TopicPartition> all) {
        return of(admin, all, OffsetSpec.latest());
    }

    /** The first offsets. */
    static Map<TopicPartition, Long> earliest(Admin admin, Collection<TopicPartition> all) {
        return of(admin, all, OffsetSpec.earliest());
    }

    /** The ends of what can be read: behind them, transactions are open. */
    static Map<TopicPartition, Long> stable(KafkaSettings log, Collection<TopicPartition> all) {
        try (KafkaConsumer<byte[], byte[]> consumer = Clients.reader(log)) {
            return consumer.endOffsets(all);
        }
    }

    private static Map<TopicPartition, Long> of(
            Admin admin, Collection<TopicPartition> all, OffsetSpec spec) {
        return Replies.await(
                        admin.listOffsets(all.stream().collect(toMap(each -> each, _ -> spec)))
                                .all(),
                        "where topics begin and end")
                .entrySet()
                .stream()
                .collect(toMap(Map.Entry::getKey, each -> each.getValue().offset()));
    }

    /**
     * The offsets of a consumer group, once no transaction changes them.
     *
     * @param all partitions of existing topics
     */
    static Map<TopicPartition, Long> committed(
            Admin admin, String group, Collection<TopicPartition> all) {
        return stored(admin, group, all).entrySet().stream()
                .collect(toMap(Map.Entry::getKey, each -> each.getValue().offset()));
    }

    /** The same with metadata. */
    static Map<TopicPartition, OffsetAndMetadata> stored(
            Admin admin, String group, Collection<TopicPartition> all) {
        long began = System.nanoTime();
        while (true) {
            Map<TopicPartition, OffsetAndMetadata> found =
                    new HashMap<>(
                            Replies.await(
                                    admin.listConsumerGroupOffsets(
                                                    Map.of(
                                                            group,
                                                            new ListConsumerGroupOffsetsSpec()
                                                                    .topicPartitions(all)),
                                                    new ListConsumerGroupOffsetsOptions()
                                                            .requireStable(true))
                                            .partitionsToOffsetAndMetadata(group),
                                    "how far " + group + " has come"));
            // The client has null for a partition without an offset, and leaves out one whose
            // offset a transaction changes.
            if (found.keySet().containsAll(all)) {
                found.values().removeIf(Objects::isNull);
                return found;
            }
            if (System.nanoTime() - began > PATIENCE.toNanos()) {
                throw CommandException.failed(
                        "the offsets of %s are in a transaction that does not end"
                                .formatted(group));
            }
            Replies.pause(PAUSE);
        }
    }
}
