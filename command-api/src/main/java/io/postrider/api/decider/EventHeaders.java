package io.postrider.api.decider;

import io.postrider.schemas.CloudEventHeaders;
import io.postrider.schemas.EventHeader;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;

/** The Kafka headers of an event record: those of CloudEvents, and the command that caused it. */
final class EventHeaders {

    /** The offset of the command, 8 bytes big-endian, in the command partition of the same number. */
    static final String COMMAND_OFFSET = "pr_command_offset";

    private EventHeaders() {}

    static Headers of(EventHeader event, Origin cause) {
        Headers headers = CloudEventHeaders.of(event);
        headers.add(
                COMMAND_OFFSET, ByteBuffer.allocate(Long.BYTES).putLong(cause.offset()).array());
        if (cause.traceparent() != null) {
            headers.add(cause.traceparent());
        }
        return headers;
    }
}
