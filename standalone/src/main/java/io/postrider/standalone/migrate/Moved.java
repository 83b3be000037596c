package io.postrider.standalone.migrate;

import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record of the other cluster.
 *
 * @param partition its partition there
 * @param timestamp in milliseconds
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Moved(
        int partition, long timestamp, byte[] key, byte @Nullable [] value, List<Header> headers) {

    Moved {
        headers = List.copyOf(headers);
    }
}
