package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.JsonText;
import io.postrider.web.body.LoneSurrogates;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The body of a request.
 *
 * @param sent as it is
 * @param data as an object: other JSON as its member {@code value}, other text as {@code text}
 * @param name the sender's id, by which a repeated body is recognised; empty if there is none
 * @param time time of the event; empty if the sender gives none
 * @param cloudEvent the attributes of an event of CloudEvents; empty for other bodies
 */
record InboundBody(
        JsonNode sent,
        ObjectNode data,
        Optional<String> name,
        Optional<Instant> time,
        ObjectNode cloudEvent) {

    /** The name of the attributes, in the data and for mappings. */
    static final String CLOUD_EVENT = "cloudevent";

    private static final int BATCH_MAX = 500;
    private static final List<EndpointAuth> PAYLOAD_IN_FORM =
            List.of(EndpointAuth.GITHUB, EndpointAuth.SLACK);
    private static final List<Charset> CHARSETS = List.of(UTF_8, StandardCharsets.US_ASCII);

    /** JSON of which nothing more is known. */
    static InboundBody of(JsonNode json) {
        ObjectNode data =
                json instanceof ObjectNode object ? object : Json.object().set("value", json);
        return new InboundBody(json, data, Optional.empty(), Optional.empty(), Json.object());
    }

    /** The same, with what the sender says of it. */
    InboundBody with(Optional<String> newName, Optional<Instant> newTime, ObjectNode attributes) {
        return new InboundBody(sent, data, newName, newTime, attributes);
    }

    /** The data of an event where nothing maps it, with the attributes of CloudEvents as the member {@code cloudevent}. */
    Validated<ObjectNode> published() {
        if (cloudEvent.isEmpty()) {
            return Validated.valid(data);
        }
        // Neither of the two is dropped, and a rule can trust that the member has the attributes.
        return data.has(CLOUD_EVENT)
                ? Validated.refused(
                        new FieldError(
                                "/" + CLOUD_EVENT,
                                "reserved",
                                "This name is reserved for the attributes of the event. Add a mapping to the"
                                        + " endpoint."))
                : Validated.valid(data.deepCopy().set(CLOUD_EVENT, cloudEvent));
    }

    /** Reads a body of any type: JSON, a form, a form with files, a text in UTF-8, or an event of CloudEvents. */
    static Validated<InboundBody> read(EndpointAuth sender, HttpHeaders headers, byte[] body) {
        boolean plain =
                headers.getOrEmpty(HttpHeaders.CONTENT_ENCODING).stream()
                        .allMatch("identity"::equalsIgnoreCase);
        Optional<MediaType> type = type(headers);
        return plain && type.filter(given -> !CloudEvents.isForeign(given)).isPresent()
                ? read(type.get(), sender, headers, body)
                : Validated.refused(
                        Problem.of(
                                415,
                                "unsupported_media_type",
                                "Expected a body in UTF-8, without a content coding."));
    }

    /** The entries of a list. */
    static Validated<List<JsonNode>> entries(byte[] body) {
        return json(body)
                .then(json ->
                        json.isArray() && !json.isEmpty() && json.size() <= BATCH_MAX
                                ? Validated.valid(json.valueStream().toList())
                                : Validated.refused(
                                        new FieldError(
                                                "",
                                                "invalid_type",
                                                "Expected a list of 1 to "
                                                        + BATCH_MAX
                                                        + " events.")));
    }

    /** Reads an entry of a list: JSON of any kind, or an event of CloudEvents. */
    static Validated<InboundBody> entry(HttpHeaders headers, JsonNode json) {
        return CloudEvents.isBatch(headers)
                ? CloudEvents.structured(json)
                : Validated.valid(InboundBody.of(json));
    }

    /** JSON that can be kept as it is. */
    static Validated<JsonNode> json(byte[] body) {
        return JsonText.parse(body)
                .then(json ->
                        LoneSurrogates.in(json, "")
                                .map(error -> Validated.<JsonNode>refused(Problem.invalid(error)))
                                .orElseGet(() -> Validated.valid(json)));
    }

    private static Validated<InboundBody> read(
            MediaType type, EndpointAuth sender, HttpHeaders headers, byte[] body) {
        return CloudEvents.isStructured(type)
                ? CloudEvents.structured(body)
                : read(type, sender, body).then(read -> CloudEvents.binary(headers, read));
    }

    private static Validated<InboundBody> read(MediaType type, EndpointAuth sender, byte[] body) {
        if (type.isCompatibleWith(MediaType.APPLICATION_FORM_URLENCODED)) {
            return InboundForm.urlEncoded(body).then(form -> ofForm(sender, form));
        }
        if (type.isCompatibleWith(MediaType.MULTIPART_FORM_DATA)) {
            String boundary = Optional.ofNullable(type.getParameter("boundary")).orElse("");
            return InboundForm.multipart(body, boundary.replace("\"", ""))
                    .then(form -> Validated.valid(InboundBody.of(form)));
        }
        if (!type.getSubtype().endsWith("json")) {
            return text(body, InboundBody::ofText);
        }
        return json(body).then(json -> Validated.valid(InboundBody.of(json)));
    }

    /** GitHub and Slack send their JSON as the one field {@code payload}. */
    private static Validated<InboundBody> ofForm(EndpointAuth sender, ObjectNode form) {
        JsonNode payload = form.path("payload");
        return PAYLOAD_IN_FORM.contains(sender) && form.size() == 1 && payload.isString()
                ? json(payload.asString("").getBytes(UTF_8))
                        .then(json -> Validated.valid(InboundBody.of(json)))
                : Validated.valid(InboundBody.of(form));
    }

    private static InboundBody ofText(String text) {
        return new InboundBody(
                Json.mapper().getNodeFactory().stringNode(text),
                Json.object().put("text", text),
                Optional.empty(),
                Optional.empty(),
                Json.object());
    }

    /** The type of a body; that of a text for one that is malformed, and none for a character set that is not read. */
    private static Optional<MediaType> type(HttpHeaders headers) {
        try {
            MediaType type =
                    Optional.ofNullable(headers.getContentType())
                            .orElse(MediaType.APPLICATION_JSON);
            Charset charset = type.getCharset();
            return charset == null || CHARSETS.contains(charset)
                    ? Optional.of(type)
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            String given = String.valueOf(headers.getFirst(HttpHeaders.CONTENT_TYPE));
            return given.contains("charset") ? Optional.empty() : Optional.of(MediaType.TEXT_PLAIN);
        }
    }

    private static Validated<InboundBody> text(byte[] body, Function<String, InboundBody> read) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            return Validated.valid(read.apply(text));
        } catch (CharacterCodingException e) {
            return Validated.refused(
                    Problem.of(400, "invalid_encoding", "The body is not valid UTF-8."));
        }
    }
}
