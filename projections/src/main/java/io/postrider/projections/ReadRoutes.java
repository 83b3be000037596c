package io.postrider.projections;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.platform.reads.ReadAnswer;
import io.postrider.platform.reads.ReadQuestion;
import io.postrider.platform.reads.ReadWire;
import io.postrider.platform.reads.Reads;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Answers the questions of other nodes; internal, and never to be exposed to the public. */
public final class ReadRoutes {

    private final NodeToken token;
    private final Reads reads;

    public ReadRoutes(NodeToken token, Reads reads) {
        this.token = token;
        this.reads = reads;
    }

    /** The routes. */
    public RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(POST(ReadWire.PATH), this::answer);
    }

    private Mono<ServerResponse> answer(ServerRequest request) {
        if (!token.matches(
                NodePurpose.READS, request.headers().firstHeader(HttpHeaders.AUTHORIZATION))) {
            return ServerResponse.status(HttpStatus.UNAUTHORIZED).build();
        }
        return request.bodyToMono(byte[].class)
                .defaultIfEmpty(new byte[0])
                .map(ReadWire::question)
                .flatMap(this::ask)
                .flatMap(ReadRoutes::response)
                .onErrorResume(ReadWire.Unreadable.class, _ -> ServerResponse.badRequest().build());
    }

    private Mono<ReadAnswer> ask(ReadQuestion question) {
        return Mono.fromCompletionStage(() -> reads.ask(question))
                .onErrorMap(
                        IllegalArgumentException.class,
                        e -> new ReadWire.Unreadable("a question of another version", e));
    }

    private static Mono<ServerResponse> response(ReadAnswer answer) {
        return ServerResponse.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(ReadWire.bytes(answer));
    }
}
