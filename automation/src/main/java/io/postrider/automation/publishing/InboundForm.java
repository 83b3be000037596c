package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.kernel.FieldError;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a form as an object, in their order: a name that is given more than once has a list, and nothing is left out. */
final class InboundForm {

    private static final int FIELDS_MAX = 10_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ObjectNode fields = Json.object();

    /** Reads {@code application/x-www-form-urlencoded}. */
    static Validated<ObjectNode> urlEncoded(byte[] body) {
        InboundForm form = new InboundForm();
        String[] pairs = new String(body, ISO_8859_1).split("&", FIELDS_MAX + 1);
        if (pairs.length > FIELDS_MAX) {
            return Validated.refused(
                    Problem.of(
                            400,
                            "too_many_values",
                            "Expected a form of at most %,d fields.".formatted(FIELDS_MAX)));
        }
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            Optional<String> decodedName = text(decoded(name));
            Optional<String> value = text(decoded(equals < 0 ? "" : pair.substring(equals + 1)));
            if (decodedName.isEmpty() || value.isEmpty()) {
                return notText(decodedName.orElse(name));
            }
            if (!pair.isEmpty()) {
                form.add(decodedName.get(), NODES.stringNode(value.get()));
            }
        }
        return Validated.valid(form.fields);
    }

    /** Reads {@code multipart/form-data}: a file is an object with its bytes in base64. */
    static Validated<ObjectNode> multipart(byte[] body, String boundary) {
        InboundForm form = new InboundForm();
        Optional<List<Multipart.Part>> parts = Multipart.parts(body, boundary);
        if (parts.isEmpty()) {
            return Validated.refused(
                    Problem.of(
                            400,
                            "malformed_form",
                            "The body is not multipart/form-data with the boundary in its Content-Type."));
        }
        for (Multipart.Part part : parts.get()) {
            Optional<String> value = text(part.body());
            if (part.fileName().isPresent()) {
                form.add(part.name(), file(part));
            } else if (value.isPresent()) {
                form.add(part.name(), NODES.stringNode(value.get()));
            } else {
                return notText(part.name());
            }
        }
        return Validated.valid(form.fields);
    }

    private static JsonNode file(Multipart.Part part) {
        return Json.object()
                .put("filename", part.fileName().orElse(""))
                .put("content_type", part.type())
                .put("size", part.body().length)
                .put("data_base64", Base64.getEncoder().encodeToString(part.body()));
    }

    private void add(String name, JsonNode value) {
        switch (fields.get(name)) {
            case null -> fields.set(name, value);
            case ArrayNode list -> list.add(value);
            case JsonNode first -> fields.set(name, NODES.arrayNode().add(first).add(value));
        }
    }

    private static Validated<ObjectNode> notText(String name) {
        String pointer = "/" + name.replace("~", "~0").replace("/", "~1");
        String detail = "The field is not valid UTF-8.";
        return Validated.refused(
                Problem.of(400, "invalid_encoding", detail)
                        .withFields(List.of(new FieldError(pointer, "invalid_encoding", detail))));
    }

    /** Bytes as a text; empty if they are none. */
    static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** A header whose characters may be percent-encoded in UTF-8; as it is if they are not. */
    static String percentDecoded(String header) {
        return text(decoded(header.replace("+", "%2B"))).orElse(header);
    }

    /** A percent sign before anything but two digits stands for itself. */
    private static byte[] decoded(String text) {
        byte[] given = text.getBytes(ISO_8859_1);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(given.length);
        for (int i = 0; i < given.length; i++) {
            int code =
                    given[i] == '%' && i + 2 < given.length ? hex(given[i + 1], given[i + 2]) : -1;
            if (code >= 0) {
                bytes.write(code);
                i += 2;
            } else {
                bytes.write(given[i] == '+' ? ' ' : given[i]);
            }
        }
        return bytes.toByteArray();
    }

    private static int hex(byte high, byte low) {
        int left = Character.digit(high, 16);
        int right = Character.digit(low, 16);
        return left < 0 || right < 0 ? -1 : left * 16 + right;
    }
}
