package io.postrider.web.route;

import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.server.HeldResponse;
import io.postrider.web.server.MemoryBudget;
import io.postrider.web.server.ProblemWriter;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Turns answers into responses. */
final class ResponseWriter {

    /** Tells caches and compression, here and on the way, that the response contains a secret. */
    static final String SECRET = "no-store, no-transform";

    /** Smaller answers are not counted: a connection waits for one at a time, and connections are bounded. */
    private static final int COUNTED_BYTES_MIN = 16 << 10;

    /** Of a member of an answer that is cut short, in characters. */
    private static final int SHORT_MAX = 1 << 10;

    private static final int PIECE_BYTES = 64 << 10;

    private final ProblemWriter problems;

    ResponseWriter(ProblemWriter problems) {
        this.problems = problems;
    }

    /** Writes an answer of a bounded size, such as a problem. */
    Mono<ServerResponse> write(ServerRequest request, String requestId, Problem problem) {
        return reply(request, problems.reply(problem, request.uri().getRawPath(), requestId));
    }

    /**
     * Writes a response.
     *
     * @param share share of the memory for large responses
     */
    Mono<ServerResponse> write(
            ServerRequest request, String requestId, ApiResponse answer, MemoryBudget.Share share) {
        return switch (answer) {
            case ApiResponse.Reply reply ->
                    reply(request, reply)
                            .map(response -> held(request, requestId, reply, response, share));
            case Problem problem -> write(request, requestId, problem);
            case ApiResponse.Parts parts -> parts(request, parts);
            case ApiResponse.Stream stream ->
                    ServerResponse.ok()
                            .contentType(ApiResponse.Stream.TYPE)
                            .header("X-Accel-Buffering", "no")
                            .body((response, _) -> EventWriter.write(response, stream));
        };
    }

    private ServerResponse held(
            ServerRequest request,
            String requestId,
            ApiResponse.Reply reply,
            ServerResponse response,
            MemoryBudget.Share share) {
        byte[] body = reply.body();
        boolean isHead = request.method().equals(HttpMethod.HEAD);
        if (body == null || body.length < COUNTED_BYTES_MIN || isHead) {
            return response;
        }
        boolean reads = request.method().equals(HttpMethod.GET);
        return new HeldResponse(
                response,
                body.length,
                share,
                problem ->
                        reads ? write(request, requestId, problem) : minimal(request, reply, body));
    }

    /**
     * The answer of a write that has been done, with its short members: it is no error, the resource can be read, and a secret is in no
     * other answer. RFC 7240, 4.2 has this form.
     */
    private static Mono<ServerResponse> minimal(
            ServerRequest request, ApiResponse.Reply reply, byte[] body) {
        ApiResponse.Reply less =
                new ApiResponse.Reply(
                        reply.status(),
                        shortMembers(reply.type(), body),
                        reply.type(),
                        reply.headers(),
                        reply.secret());
        return reply(request, less.with("Preference-Applied", "return=minimal"));
    }

    private static byte @Nullable [] shortMembers(MediaType type, byte[] body) {
        if (!type.isCompatibleWith(MediaType.APPLICATION_JSON)
                || !(Json.mapper().readTree(body) instanceof ObjectNode object)) {
            return null;
        }
        for (String name : List.copyOf(object.propertyNames())) {
            if (object.path(name).toString().length() > SHORT_MAX) {
                object.remove(name);
            }
        }
        return Json.bytes(object);
    }

    private static Mono<ServerResponse> reply(ServerRequest request, ApiResponse.Reply reply) {
        ServerResponse.BodyBuilder response = ServerResponse.status(reply.status());
        response.headers(set -> {
            reply.headers().forEach(set::set);
            // Values set here replace earlier ones, but links accumulate.
            if (set.containsHeader(HttpHeaders.LINK)) {
                told(request).forEach(link -> set.add(HttpHeaders.LINK, link));
            }
            if (reply.secret()) {
                set.set(HttpHeaders.CACHE_CONTROL, SECRET);
            }
        });
        byte[] body = reply.body();
        if (body == null) {
            return response.build();
        }
        response.contentType(reply.type()).contentLength(body.length);
        return body.length < COUNTED_BYTES_MIN
                ? response.bodyValue(body)
                : response.body(
                        (message, _) -> message.writeWith(pieces(body, message.bufferFactory())));
    }

    /**
     * A body in pieces: the server releases them when they are written, whereas it releases a body of one piece as soon as it
     * is passed.
     */
    private static Flux<DataBuffer> pieces(byte[] body, DataBufferFactory buffers) {
        int pieces = (body.length + PIECE_BYTES - 1) / PIECE_BYTES;
        return Flux.range(0, pieces)
                .map(i ->
                        buffers.wrap(
                                ByteBuffer.wrap(
                                        body,
                                        i * PIECE_BYTES,
                                        Math.min(PIECE_BYTES, body.length - i * PIECE_BYTES))));
    }

    private static Mono<ServerResponse> parts(ServerRequest request, ApiResponse.Parts answer) {
        boolean isHead = request.method().equals(HttpMethod.HEAD);
        Flux<byte[]> parts = isHead ? Flux.empty() : answer.parts();
        return ServerResponse.status(answer.status())
                .headers(set -> answer.headers().forEach(set::set))
                .contentType(answer.type())
                .contentLength(answer.length())
                .body((response, _) ->
                        response.writeWith(
                                        parts.concatMap(
                                                part -> pieces(part, response.bufferFactory())))
                                .timeout(ApiResponse.TIME_MAX)
                                .doFinally(_ -> answer.sent().run()));
    }

    private static List<String> told(ServerRequest request) {
        return request.exchange().getResponse().getHeaders().getOrEmpty(HttpHeaders.LINK);
    }
}
