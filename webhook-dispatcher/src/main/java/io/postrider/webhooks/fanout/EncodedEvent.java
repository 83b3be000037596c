package io.postrider.webhooks.fanout;

import io.postrider.domain.webhooks.WebhookFormat;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event in the format of a webhook.
 *
 * @param body the bytes that are signed and sent
 * @param headers those of the format; none where the body is JSON without attributes
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record EncodedEvent(byte[] body, Map<String, String> headers) {

    /** What is sent of an event whose filter or transform fails. */
    static final EncodedEvent NOTHING = new EncodedEvent(new byte[0], Map.of());

    private static final int SUBJECT_LENGTH_MAX = 200;

    /** An event as it is, in a format. */
    static EncodedEvent of(WebhookFormat format, ObjectNode event) {
        return switch (format) {
            case STANDARD -> json(event);
            case THIN -> json(withoutData(event));
            case CLOUDEVENTS_STRUCTURED, CLOUDEVENTS_BINARY ->
                    cloudEvent(
                            format,
                            event,
                            event.path("data") instanceof ObjectNode data ? data : Json.object());
        };
    }

    /** The result of a transform in a format: the body, or the data of a CloudEvent. */
    static EncodedEvent of(WebhookFormat format, ObjectNode event, ObjectNode transformed) {
        return switch (format) {
            case STANDARD, THIN -> json(transformed);
            case CLOUDEVENTS_STRUCTURED, CLOUDEVENTS_BINARY ->
                    cloudEvent(format, event, transformed);
        };
    }

    private static ObjectNode withoutData(ObjectNode event) {
        ObjectNode thin = Json.object();
        thin.setAll(event);
        thin.remove("data");
        return thin;
    }

    private static EncodedEvent json(ObjectNode body) {
        return new EncodedEvent(Json.bytes(body), Map.of());
    }

    private static EncodedEvent cloudEvent(
            WebhookFormat format, ObjectNode event, ObjectNode data) {
        Map<String, String> attributes = attributes(event);
        if (format == WebhookFormat.CLOUDEVENTS_BINARY) {
            Map<String, String> headers = new LinkedHashMap<>();
            attributes.forEach((name, value) -> headers.put("ce-" + name, percentEncoded(value)));
            return new EncodedEvent(Json.bytes(data), headers);
        }
        ObjectNode document = Json.object();
        attributes.forEach(document::put);
        document.put("datacontenttype", "application/json");
        document.set("data", data);
        return new EncodedEvent(
                Json.bytes(document), Map.of("content-type", "application/cloudevents+json"));
    }

    private static Map<String, String> attributes(ObjectNode event) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("specversion", CloudEventHeaders.VERSION);
        attributes.put("id", event.path("id").asString(""));
        attributes.put("source", CloudEventHeaders.SOURCE);
        attributes.put("type", event.path("type").asString(""));
        attributes.put("time", event.path("timestamp").asString(""));
        subject(event).ifPresent(subject -> attributes.put("subject", subject));
        attributes.put("workspace", event.path("workspace").asString(""));
        return attributes;
    }

    /** The id of the resource that an event is about; empty where its data names none. */
    static Optional<String> subject(ObjectNode event) {
        return Stream.of("link_id", "id")
                .map(name -> event.path("data").path(name).stringValue(""))
                .filter(id -> !id.isEmpty() && id.length() <= SUBJECT_LENGTH_MAX)
                .findFirst();
    }

    /** A value of a header as the HTTP binding of CloudEvents 1.0 writes it. */
    static String percentEncoded(String value) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = octet > ' ' && octet < 0x7f && octet != '"' && octet != '%';
            encoded.append(isPlain ? String.valueOf((char) octet) : "%%%02X".formatted(octet));
        }
        return encoded.toString();
    }
}
