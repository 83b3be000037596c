package io.postrider.systemtests.faults;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.systemtests.LogClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The public topics as an outsider reads them: from the start to the end, what is committed. */
final class PublicLog {

    private static final Duration POLL = Duration.ofMillis(200);

    private final LogClients log;

    PublicLog(LogClients log) {
        this.log = log;
    }

    /** The events of a context. */
    List<EventRecord> events(Context context) {
        return read(context.events(), EventCodec.of(context, LockedSchemaIds.shipped()));
    }

    List<EventRecord> clicks() {
        return read(Topics.CLICKS, EventCodec.clicks(LockedSchemaIds.shipped()));
    }

    List<EventRecord> listings() {
        return read(Topics.LISTINGS, EventCodec.listings(LockedSchemaIds.shipped()));
    }

    private List<EventRecord> read(Topic topic, EventCodec codec) {
        Map<String, Object> settings =
                log.settings(
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(
                        settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions =
                    consumer.partitionsFor(topic.name()).stream()
                            .map(p -> new TopicPartition(p.topic(), p.partition()))
                            .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<EventRecord> found = new ArrayList<>();
            while (ends.entrySet().stream()
                    .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(record -> found.add(codec.decode(record.value())));
            }
            return found;
        }
    }
}
