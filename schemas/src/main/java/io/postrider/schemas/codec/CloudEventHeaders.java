package io.postrider.schemas.codec;

import io.postrider.schemas.EventHeader;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The Kafka headers of an event record: CloudEvents 1.0 in binary mode, with the workspace as an extension attribute, so that a
 * reader can skip records without decoding them.
 */
public final class CloudEventHeaders {

    /** The source of every event. */
    public static final String SOURCE = "/postrider";

    /** The version of CloudEvents. */
    public static final String VERSION = "1.0";

    private static final String TYPE = "ce_type";
    private static final String WORKSPACE = "ce_workspace";
    private static final byte[] CONTENT_TYPE = utf8("application/avro");

    private CloudEventHeaders() {}

    /** The headers of an event; the caller may add others. */
    public static Headers of(EventHeader event) {
        Headers headers = new RecordHeaders();
        headers.add("ce_id", utf8(event.id()));
        headers.add("ce_source", utf8(SOURCE));
        headers.add(TYPE, utf8(event.type()));
        headers.add("ce_specversion", utf8(VERSION));
        headers.add("ce_time", utf8(String.valueOf(Json.time(event.time()))));
        headers.add("ce_subject", utf8(event.aggregate()));
        headers.add(WORKSPACE, utf8(event.workspace()));
        headers.add("content-type", CONTENT_TYPE);
        return headers;
    }

    /** The type of the event, or null if the record has none. */
    public static @Nullable String type(Headers headers) {
        return text(headers.lastHeader(TYPE));
    }

    /** The workspace of the event, or null if the record has none. */
    public static @Nullable String workspace(Headers headers) {
        return text(headers.lastHeader(WORKSPACE));
    }

    private static @Nullable String text(@Nullable Header header) {
        return header == null || header.value() == null
                ? null
                : new String(header.value(), StandardCharsets.UTF_8);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
