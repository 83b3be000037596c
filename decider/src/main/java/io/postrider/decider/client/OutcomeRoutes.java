package io.postrider.decider.client;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.schemas.codec.ValueCodec;
import java.util.List;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.BodyExtractors;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Receives the outcomes that other nodes push; internal, and never to be exposed to the public. */
public final class OutcomeRoutes {

    /** The path of an answer, without the command's id. */
    static final String PATH = "/internal/answers/";

    /** An event of the largest size, and the rest of an outcome. */
    private static final int BODY_BYTES_MAX = 1 << 20;

    private final NodeToken token;
    private final List<PendingCommands> pending;
    private final ValueCodec<CommandOutcome> codec;

    /**
     * The routes of one node.
     *
     * @param token checks who asks
     * @param pending receivers of outcomes; each gets all of them
     */
    public OutcomeRoutes(NodeToken token, List<PendingCommands> pending, SchemaIds ids) {
        this.token = token;
        this.pending = List.copyOf(pending);
        this.codec = ValueCodec.outcomes(ids);
    }

    /** The routes. */
    public RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(POST(PATH + "{commandId}"), this::answer);
    }

    private Mono<ServerResponse> answer(ServerRequest request) {
        if (!token.matches(
                NodePurpose.ANSWERS, request.headers().firstHeader(HttpHeaders.AUTHORIZATION))) {
            return ServerResponse.status(HttpStatus.UNAUTHORIZED).build();
        }
        String commandId = request.pathVariable("commandId");
        return DataBufferUtils.join(request.body(BodyExtractors.toDataBuffers()), BODY_BYTES_MAX)
                .map(OutcomeRoutes::bytes)
                .defaultIfEmpty(new byte[0])
                .map(codec::decode)
                .doOnNext(
                        outcome -> pending.forEach(waiting -> waiting.answered(commandId, outcome)))
                .flatMap(_ -> ServerResponse.noContent().build())
                .onErrorResume(UndecodableException.class, _ -> ServerResponse.badRequest().build())
                .onErrorResume(
                        DataBufferLimitException.class,
                        _ -> ServerResponse.status(HttpStatus.CONTENT_TOO_LARGE).build());
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }
}
