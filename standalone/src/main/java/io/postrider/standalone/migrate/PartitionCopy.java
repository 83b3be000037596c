package io.postrider.standalone.migrate;

import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.kafka.Replies;
import io.postrider.standalone.CommandException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Copies one partition. Records and progress are in one transaction, whose ID is that of the partition, so a run that was killed
 * continues where its last transaction ended, and nothing is copied twice.
 */
final class PartitionCopy {

    private static final int TRANSACTION_RECORDS = 20_000;
    private static final long TRANSACTION_BYTES = 16 << 20;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration CLOSE = Duration.ofSeconds(5);

    private final KafkaSettings target;
    private final Admin admin;
    private final ConsumerGroupMetadata group;
    private final TopicPartition partition;
    private final Progress start;
    private final LongConsumer copied;

    /**
     * A copy.
     *
     * @param partition the source, and the name under which its progress is stored
     * @param start the progress without a run before
     * @param copied receives the number of records of each transaction
     */
    PartitionCopy(
            KafkaSettings target,
            Admin admin,
            ConsumerGroupMetadata group,
            TopicPartition partition,
            Progress start,
            LongConsumer copied) {
        this.target = target;
        this.admin = admin;
        this.group = group;
        this.partition = partition;
        this.start = start;
        this.copied = copied;
    }

    /** The progress of the partition. */
    Progress progress() {
        return Optional.ofNullable(
                        Offsets.stored(admin, Progress.GROUP, List.of(partition)).get(partition))
                .map(found -> Progress.of(found, target.partitions()))
                .orElse(start);
    }

    /**
     * Copies up to a position.
     *
     * @param sources opens what is copied, from a position on
     */
    Progress copy(long limit, LongFunction<RecordSource> sources) {
        long began = System.nanoTime();
        Optional<Progress> done = attempt(limit, sources);
        while (done.isEmpty()) {
            if (System.nanoTime() - began > PATIENCE.toNanos()) {
                throw CommandException.failed(
                        "the brokers of the target replace the timestamps of %s, although its message.timestamp.type is CreateTime"
                                .formatted(partition.topic()));
            }
            Replies.pause(PAUSE);
            done = attempt(limit, sources);
        }
        return done.get();
    }

    /** Copies from where the last transaction ended; empty if a broker has not learned yet that it keeps timestamps. */
    private Optional<Progress> attempt(long limit, LongFunction<RecordSource> sources) {
        String id = Progress.GROUP + "-" + partition;
        KafkaProducer<byte[], byte[]> producer = Clients.writer(target, id);
        try {
            // The transaction of a run that was killed ends here, before its progress is read.
            producer.initTransactions();
            Progress at = progress();
            if (at.next() >= limit) {
                return Optional.of(at);
            }
            try (RecordSource source = sources.apply(at.next())) {
                return new Transactions(producer, source, at, limit).run();
            }
        } finally {
            // Without a limit it tries to abort an open transaction for as long as the brokers are
            // gone.
            producer.close(CLOSE);
        }
    }

    /** The transactions of one run. */
    private final class Transactions {

        private final KafkaProducer<byte[], byte[]> producer;
        private final RecordSource source;
        private final long limit;
        private final Progress before;
        private final Tally tally;
        private long next;
        private long records;
        private long bytes;
        private boolean open;
        private volatile boolean stamped;

        Transactions(
                KafkaProducer<byte[], byte[]> producer,
                RecordSource source,
                Progress before,
                long limit) {
            this.producer = producer;
            this.source = source;
            this.limit = limit;
            this.before = before;
            // An attempt that is repeated begins with what was committed.
            this.tally = before.tally().copy();
            this.next = before.next();
        }

        Optional<Progress> run() {
            var steps = source.next();
            while (!steps.isEmpty()) {
                for (RecordSource.Step step : steps) {
                    step.records().forEach(this::send);
                    next = step.next();
                    boolean full = records >= TRANSACTION_RECORDS || bytes >= TRANSACTION_BYTES;
                    if (full && commit().isEmpty()) {
                        return Optional.empty();
                    }
                }
                steps = source.next();
            }
            // Markers, and records that lead to none, are behind the last step.
            next = limit;
            return commit();
        }

        private void send(Moved record) {
            begin();
            if (source.isOrdered()) {
                tally.addOrdered(record);
            } else {
                tally.add(record);
            }
            byte[] value = record.value();
            var _ =
                    producer.send(
                            new ProducerRecord<>(
                                    partition.topic(),
                                    record.partition(),
                                    record.timestamp(),
                                    record.key(),
                                    value,
                                    record.headers()),
                            (written, _) -> note(written, record.timestamp()));
            records++;
            bytes += record.key().length + (value == null ? 0 : value.length);
        }

        private void note(@Nullable RecordMetadata written, long timestamp) {
            if (written != null && written.hasTimestamp() && written.timestamp() != timestamp) {
                stamped = true;
            }
        }

        private void begin() {
            if (!open) {
                producer.beginTransaction();
                open = true;
            }
        }

        private Optional<Progress> commit() {
            begin();
            producer.flush();
            if (stamped) {
                producer.abortTransaction();
                return Optional.empty();
            }
            Progress now = new Progress(next, before.end(), before.source(), tally);
            producer.sendOffsetsToTransaction(Map.of(partition, now.committed()), group);
            producer.commitTransaction();
            copied.accept(records);
            open = false;
            records = 0;
            bytes = 0;
            return Optional.of(now);
        }
    }
}
