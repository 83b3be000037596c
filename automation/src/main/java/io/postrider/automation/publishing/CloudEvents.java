package io.postrider.automation.publishing;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.BodyReader;
import io.postrider.web.body.TextRule;
import io.postrider.web.body.Times;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** CloudEvents 1.0 over HTTP: one event as a JSON document, or its attributes in headers. */
final class CloudEvents {

    private static final String STRUCTURED = "cloudevents+json";
    private static final String BATCH = "application/cloudevents-batch+json";
    private static final String PREFIX = "ce-";
    private static final List<String> DATA = List.of("data", "data_base64");
    private static final String VERSION = "1.0";
    private static final TextRule ATTRIBUTE = TextRule.line(1, 1_000);
    private static final TextRule BINARY = TextRule.any(1 << 20);

    private CloudEvents() {}

    static boolean isStructured(MediaType type) {
        return type.getSubtype().equals(STRUCTURED);
    }

    /** Whether a type is of CloudEvents and not of one as JSON: batches, and other formats. */
    static boolean isForeign(MediaType type) {
        return type.getSubtype().startsWith("cloudevents") && !isStructured(type);
    }

    /** Whether a request is a list of events. */
    static boolean isBatch(HttpHeaders headers) {
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        return type != null && type.regionMatches(true, 0, BATCH, 0, BATCH.length());
    }

    /** An event as a JSON document. */
    static Validated<InboundBody> structured(byte[] body) {
        return InboundBody.json(body).then(CloudEvents::structured);
    }

    /** An event as JSON. */
    static Validated<InboundBody> structured(JsonNode json) {
        return json instanceof ObjectNode object
                ? event(object)
                : Validated.refused(
                        Problem.invalid(new FieldError("", "invalid_type", "Expected an object.")));
    }

    private static Validated<InboundBody> event(ObjectNode json) {
        BodyReader fields = new BodyReader(json);
        // Events may have extension attributes of any name.
        json.propertyNames().forEach(fields::has);
        if (!fields.requiredText("specversion", ATTRIBUTE).equals(VERSION)
                && fields.json("specversion").isPresent()) {
            fields.fault(
                    new FieldError("/specversion", "invalid_value", "Expected " + VERSION + "."));
        }
        String id = fields.requiredText("id", ATTRIBUTE);
        String source = fields.requiredText("source", ATTRIBUTE);
        fields.requiredText("type", ATTRIBUTE);
        Optional<Instant> time = fields.time("time");
        JsonNode data = data(fields, json);
        ObjectNode attributes = json.deepCopy().without(DATA);
        return fields.checked(
                () -> InboundBody.of(data).with(Optional.of(name(source, id)), time, attributes));
    }

    private static JsonNode data(BodyReader fields, ObjectNode event) {
        if (event.has("data") && event.has("data_base64")) {
            fields.fault(
                    new FieldError(
                            "/data_base64",
                            "invalid_value",
                            "Expected either data_base64 or data."));
        }
        return Optional.ofNullable(event.get("data"))
                .or(() ->
                        fields.text("data_base64", BINARY)
                                .map(text -> Json.object().put("data_base64", text)))
                .orElseGet(Json::object);
    }

    /** A body with the attributes that are in headers, where there are such. */
    static Validated<InboundBody> binary(HttpHeaders headers, InboundBody body) {
        if (!headers.containsHeader("ce-id")) {
            return Validated.valid(body);
        }
        String given = headers.getFirst("ce-time");
        Optional<Instant> time = Optional.ofNullable(given).flatMap(Times::parse);
        return given != null && time.isEmpty()
                ? Validated.refused(
                        Problem.of(
                                422, "invalid", "Expected an RFC 3339 time in the header ce-time."))
                : Validated.valid(body.with(Optional.empty(), time, attributes(headers)));
    }

    /** The id of an event from the attributes in headers. */
    static Optional<String> nameInHeaders(HttpHeaders headers) {
        String source = Optional.ofNullable(headers.getFirst("ce-source")).orElse("");
        return Optional.ofNullable(headers.getFirst("ce-id")).map(id -> name(source, id));
    }

    /** Values are percent-encoded in headers. */
    private static ObjectNode attributes(HttpHeaders headers) {
        ObjectNode attributes = Json.object();
        headers.forEach((given, values) -> {
            String name = given.toLowerCase(Locale.ROOT);
            if (name.startsWith(PREFIX)) {
                attributes.put(
                        name.substring(PREFIX.length()),
                        InboundForm.percentDecoded(String.join(", ", values)));
            }
        });
        return attributes;
    }

    /** Source and id together name an event. */
    private static String name(String source, String id) {
        return source + " " + id;
    }
}
