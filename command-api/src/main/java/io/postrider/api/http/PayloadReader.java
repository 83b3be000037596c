package io.postrider.api.http;

import io.postrider.api.http.ApiRoute.Body;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads bodies: of a limited size, JSON alone, an object at the top. */
final class PayloadReader {

    private final int bytesMax;

    PayloadReader(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    Mono<Checked<Payload>> read(ServerRequest request, Body body) {
        if (body == Body.NONE) {
            return Mono.just(Checked.valid(Payload.NONE));
        }
        HttpHeaders headers = request.headers().asHttpHeaders();
        if (headers.getContentLength() > bytesMax) {
            return Mono.just(Checked.refused(tooLarge()));
        }
        return DataBufferUtils.join(request.exchange().getRequest().getBody(), bytesMax)
                .map(PayloadReader::bytes)
                .defaultIfEmpty(new byte[0])
                .map(bytes -> parsed(bytes, headers, body))
                .onErrorResume(
                        DataBufferLimitException.class,
                        e -> Mono.just(Checked.refused(tooLarge())));
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private static Checked<Payload> parsed(byte[] bytes, HttpHeaders headers, Body body) {
        if (bytes.length == 0) {
            return body == Body.OPTIONAL
                    ? Checked.valid(Payload.NONE)
                    : Checked.refused(
                            Problem.of(400, "body_required", "A JSON object is expected."));
        }
        return jsonSaid(headers)
                .then(said -> JsonText.parse(bytes))
                .then(json -> object(bytes, json));
    }

    private static Checked<Payload> object(byte[] bytes, JsonNode json) {
        return json instanceof ObjectNode object
                ? Checked.valid(new Payload(bytes, object))
                : Checked.refused(
                        Problem.invalid(Pointers.error("", "invalid_type", "Expected an object.")));
    }

    private static Checked<HttpHeaders> jsonSaid(HttpHeaders headers) {
        boolean plain =
                headers.getOrEmpty(HttpHeaders.CONTENT_ENCODING).stream()
                        .allMatch("identity"::equalsIgnoreCase);
        boolean single = headers.getOrEmpty(HttpHeaders.CONTENT_TYPE).size() == 1;
        return plain && single && isJson(headers)
                ? Checked.valid(headers)
                : Checked.refused(
                        Problem.of(
                                415,
                                "unsupported_media_type",
                                "Send application/json in UTF-8, without a content coding."));
    }

    private static boolean isJson(HttpHeaders headers) {
        try {
            MediaType type = headers.getContentType();
            if (type == null) {
                return false;
            }
            Charset charset = type.getCharset();
            boolean utf8 = charset == null || charset.equals(StandardCharsets.UTF_8);
            boolean json =
                    type.getType().equals("application")
                            && (type.getSubtype().equals("json")
                                    || type.getSubtype().endsWith("+json"));
            return utf8 && json;
        } catch (IllegalArgumentException e) {
            // A malformed type or an unknown character set is as unreadable as none at all.
            return false;
        }
    }

    private Problem tooLarge() {
        return Problem.of(
                413, "body_too_large", "A body has at most " + (bytesMax >> 10) + " KiB here.");
    }
}
