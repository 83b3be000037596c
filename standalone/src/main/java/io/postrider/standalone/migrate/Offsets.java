package io.postrider.standalone.migrate;

import static java.util.stream.Collectors.toMap;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Asks a cluster for offsets. */
final class Offsets {

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

    /** The offsets of a consumer group, once no transaction changes them. */
    static Map<TopicPartition, Long> committed(Admin admin, String group) {
        Map<TopicPartition, Long> all = new HashMap<>();
        Replies.await(
                        admin.listConsumerGroupOffsets(
                                        group,
                                        new ListConsumerGroupOffsetsOptions().requireStable(true))
                                .partitionsToOffsetAndMetadata(),
                        "how far " + group + " has come")
                .forEach((partition, found) -> {
                    if (found != null) {
                        all.put(partition, found.offset());
                    }
                });
        return all;
    }
}
