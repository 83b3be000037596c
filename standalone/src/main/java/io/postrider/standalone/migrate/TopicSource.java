package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.KafkaSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** The committed records of a partition of a topic, each for the partition of its key. */
final class TopicSource implements RecordSource {

    /** An offset of a command, which has another one in the other cluster, or none. */
    private static final String COMMAND_OFFSET = "pr_command_offset";

    private final PatientReader reader;
    private final TopicPlan.Placement placement;
    private final int partitions;
    private final long limit;

    /**
     * A part of a topic.
     *
     * @param from the first offset
     * @param limit the offset behind the last
     * @param partitions the number of partitions of the other cluster
     */
    TopicSource(
            KafkaSettings log,
            TopicPartition partition,
            TopicPlan.Placement placement,
            long from,
            long limit,
            int partitions) {
        this.placement = placement;
        this.partitions = partitions;
        this.limit = limit;
        this.reader = PatientReader.of(log, partition, from, limit);
    }

    @Override
    public List<Step> next() {
        List<Step> steps = new ArrayList<>();
        while (steps.isEmpty() && reader.isBehind()) {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll()) {
                if (record.offset() < limit) {
                    steps.add(new Step(record.offset() + 1, List.of(moved(record))));
                }
            }
        }
        return steps;
    }

    private Moved moved(ConsumerRecord<byte[], byte[]> record) {
        int to = placement.of(record.key(), partitions);
        return new Moved(to, record.timestamp(), record.key(), record.value(), headers(record));
    }

    private static List<Header> headers(ConsumerRecord<byte[], byte[]> record) {
        return Arrays.stream(record.headers().toArray())
                .filter(header -> !header.key().equals(COMMAND_OFFSET))
                .toList();
    }

    @Override
    public boolean isOrdered() {
        return true;
    }

    @Override
    public void close() {
        reader.close();
    }
}
