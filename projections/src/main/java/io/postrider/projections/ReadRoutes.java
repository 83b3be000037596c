package io.postrider.projections;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;

import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.ReadWire;
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
    private final QueryGateway reads;

    public ReadRoutes(NodeToken token, QueryGateway reads) {
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
                .onErrorResume(
                        ReadWire.MalformedReadException.class,
                        _ -> ServerResponse.badRequest().build());
    }

    private Mono<QueryResult> ask(Query question) {
        return Mono.fromCompletionStage(() -> reads.ask(question))
                .onErrorMap(
                        IllegalArgumentException.class,
                        e ->
                                new ReadWire.MalformedReadException(
                                        "a question of another version", e));
    }

    private static Mono<ServerResponse> response(QueryResult answer) {
        return ServerResponse.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(ReadWire.bytes(answer));
    }
}
