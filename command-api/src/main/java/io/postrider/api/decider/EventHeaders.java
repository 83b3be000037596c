package io.postrider.api.decider;

import io.postrider.schemas.EventHeader;
import io.postrider.schemas.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** The Kafka headers of an event record: CloudEvents in binary mode, and the command that caused it. */
final class EventHeaders {

    /** The offset of the command, 8 bytes big-endian, in the command partition of the same number. */
    static final String COMMAND_OFFSET = "pr_command_offset";

    private static final String SOURCE = "/postrider";
    private static final String SPEC_VERSION = "1.0";
    private static final String CONTENT_TYPE = "application/avro";

    private EventHeaders() {}

    static Headers of(EventHeader event, Origin cause) {
        Headers headers = new RecordHeaders();
        add(headers, "ce_id", event.id());
        add(headers, "ce_source", SOURCE);
        add(headers, "ce_type", event.type());
        add(headers, "ce_specversion", SPEC_VERSION);
        add(headers, "ce_time", Json.time(event.time()));
        add(headers, "ce_subject", event.aggregate());
        add(headers, "content-type", CONTENT_TYPE);
        headers.add(
                COMMAND_OFFSET, ByteBuffer.allocate(Long.BYTES).putLong(cause.offset()).array());
        if (cause.traceparent() != null) {
            headers.add(cause.traceparent());
        }
        return headers;
    }

    private static void add(Headers headers, String name, @Nullable String value) {
        if (value != null) {
            headers.add(name, value.getBytes(StandardCharsets.UTF_8));
        }
    }
}
