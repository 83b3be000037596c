package io.postrider.decider;

import io.postrider.schemas.EventHeader;
import io.postrider.schemas.codec.CloudEventHeaders;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;

/** The Kafka headers of an event or a settlement: those of CloudEvents, and in a command's last record where that stands. */
final class EventHeaders {

    /** The offset of the command, 8 bytes big-endian, in the command partition of the same number. */
    static final String COMMAND_OFFSET = "pr_command_offset";

    private EventHeaders() {}

    /** The headers of an event that another one of the same command follows. */
    static Headers of(EventHeader event, CommandPosition cause) {
        Headers headers = CloudEventHeaders.of(event);
        if (cause.traceparent() != null) {
            headers.add(cause.traceparent());
        }
        return headers;
    }

    /** The headers of a command's last record. */
    static Headers ofLast(EventHeader event, CommandPosition cause) {
        return of(event, cause)
                .add(
                        COMMAND_OFFSET,
                        ByteBuffer.allocate(Long.BYTES).putLong(cause.offset()).array());
    }
}
