package io.postrider.web.route;

import io.netty.channel.ChannelException;
import io.postrider.schemas.json.Json;
import io.postrider.web.body.JsonText;
import io.postrider.web.body.Payload;
import io.postrider.web.problem.Pointers;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRoute.Body;
import io.postrider.web.server.BodyBytes;
import io.postrider.web.server.MemoryBudget;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpOperations;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads bodies: limited in size, JSON only, with an object at the top. */
final class PayloadReader {

    private static final Logger LOGGER = LoggerFactory.getLogger(PayloadReader.class);

    /** A file of 3 MiB in base64. */
    private static final int UPLOAD_JSON_BYTES_MAX = (4 << 20) + (64 << 10);

    /**
     * @param share share of the body memory
     */
    Mono<Validated<Payload>> read(ServerRequest request, ApiRoute route, MemoryBudget.Share share) {
        Body body = route.body();
        if (body == Body.NONE) {
            return Mono.just(Validated.valid(Payload.NONE));
        }
        ServerWebExchange exchange = request.exchange();
        ServerHttpRequest sent = exchange.getRequest();
        long length = sent.getHeaders().getContentLength();
        boolean upload = body == Body.UPLOAD;
        boolean isForm = upload && isForm(sent.getHeaders());
        int bytesMax = upload && !isForm ? UPLOAD_JSON_BYTES_MAX : route.bodyBytesMax();
        if (length > bytesMax) {
            return Mono.just(Validated.refused(BodyBytes.tooLarge(bytesMax)));
        }
        if (isForm) {
            return Mono.just(Validated.valid(Payload.NONE));
        }
        return BodyBytes.read(
                        sent.getBody(), length, bytesMax, share, bytes -> parsed(bytes, sent, body))
                // A body that cannot be decoded gets a response of the server, and ends there.
                .filter(_ -> !isAnswered(exchange.getResponse()))
                .onErrorResume(PayloadReader::incomplete);
    }

    private static boolean isAnswered(ServerHttpResponse response) {
        return response.bufferFactory() instanceof NettyDataBufferFactory
                && ServerHttpResponseDecorator.getNativeResponse(response)
                        instanceof HttpOperations<?, ?> operations
                && operations.hasSentHeaders();
    }

    /** Empty if the client has disconnected, since there is no receiver. */
    private static Mono<Validated<Payload>> incomplete(Throwable failure) {
        if (failure instanceof BodyBytes.RefusedException refused) {
            return Mono.just(Validated.refused(refused.problem()));
        }
        if (failure instanceof ChannelException) {
            return Mono.just(Validated.refused(stopped()));
        }
        if (DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            LOGGER.atDebug().addKeyValue("error", failure).log("A body was cut off");
            return Mono.empty();
        }
        return Mono.error(failure);
    }

    private static Validated<Payload> parsed(byte[] bytes, ServerHttpRequest request, Body body) {
        if (body == Body.RAW) {
            return Validated.valid(new Payload(bytes, Json.object()));
        }
        if (bytes.length == 0) {
            return body == Body.OPTIONAL
                    ? Validated.valid(Payload.NONE)
                    : Validated.refused(
                            Problem.of(400, "body_required", "Expected a JSON object."));
        }
        return jsonSaid(request)
                .then(said -> JsonText.parse(bytes))
                .then(json -> object(bytes, json));
    }

    private static Validated<Payload> object(byte[] bytes, JsonNode json) {
        return json instanceof ObjectNode object
                ? Validated.valid(new Payload(bytes, object))
                : Validated.refused(
                        Problem.invalid(Pointers.error("", "invalid_type", "Expected an object.")));
    }

    private static Validated<HttpHeaders> jsonSaid(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        boolean plain =
                headers.getOrEmpty(HttpHeaders.CONTENT_ENCODING).stream()
                        .allMatch("identity"::equalsIgnoreCase);
        boolean single = headers.getOrEmpty(HttpHeaders.CONTENT_TYPE).size() == 1;
        boolean patch = request.getMethod().equals(HttpMethod.PATCH);
        return plain && single && isJson(headers, patch)
                ? Validated.valid(headers)
                : Validated.refused(
                        Problem.of(
                                415,
                                "unsupported_media_type",
                                "Expected application/json in UTF-8, without a content coding."));
    }

    /**
     * @param patch whether the body is a merge patch (RFC 7396); other patch types are rejected
     */
    private static boolean isJson(HttpHeaders headers, boolean patch) {
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
                                    || (patch
                                            ? type.getSubtype().equals("merge-patch+json")
                                            : type.getSubtype().endsWith("+json")));
            return utf8 && json;
        } catch (IllegalArgumentException e) {
            // A malformed type or an unknown character set is as unreadable as none at all.
            return false;
        }
    }

    /** Whether a body is a form with files. */
    static boolean isForm(HttpHeaders headers) {
        try {
            return MediaType.MULTIPART_FORM_DATA.isCompatibleWith(headers.getContentType());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Problem stopped() {
        return Problem.of(408, "request_timeout", "The rest of the request did not arrive in time.")
                .with(HttpHeaders.CONNECTION, "close");
    }
}
