package io.postrider.standalone.migrate;

import io.postrider.schemas.NamePrefix;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * How far a partition is copied. It is the offset of a consumer group in the other cluster, which is committed in the transaction
 * of the records.
 *
 * @param next the position to copy next
 * @param end the end of the source, which must not change between two runs
 * @param source the cluster that is copied
 * @param tally what was copied
 */
record Progress(long next, long end, String source, Tally tally) {

    /** The consumer group, and the prefix of transactional IDs. */
    static final String GROUP = NamePrefix.of("postrider-migrate");

    OffsetAndMetadata committed() {
        return new OffsetAndMetadata(
                next, Optional.empty(), end + " " + source + " " + tally.text());
    }

    static Progress of(OffsetAndMetadata committed, int partitions) {
        String[] parts = committed.metadata().split(" ", -1);
        return new Progress(
                committed.offset(),
                Long.parseLong(parts[0]),
                parts[1],
                Tally.parse(parts[2], partitions));
    }
}
