package io.postrider.redirects;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;

import io.postrider.decider.LocalAggregates;
import io.postrider.decider.NewestEvent;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.schemas.Context;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Returns the decider's state of a link to other nodes; internal, and never to be exposed to the public. */
public final class OwnerRoutes {

    /** The path of the newest event of a link, whose key is the parameter {@code key}. */
    static final String PATH = "/internal/links/newest";

    private final NodeToken token;
    private final LocalAggregates aggregates;
    private final BooleanSupplier restored;

    /**
     * @param restored whether all commands are decided again that a previous process may have answered without a commit; until
     *     then a link that is missing here may have been acknowledged
     */
    public OwnerRoutes(NodeToken token, LocalAggregates aggregates, BooleanSupplier restored) {
        this.token = token;
        this.aggregates = aggregates;
        this.restored = restored;
    }

    /** The routes. */
    public RouterFunction<ServerResponse> routes() {
        return RouterFunctions.route(GET(PATH), this::newest);
    }

    private Mono<ServerResponse> newest(ServerRequest request) {
        if (!token.matches(
                NodePurpose.LINKS, request.headers().firstHeader(HttpHeaders.AUTHORIZATION))) {
            return ServerResponse.status(HttpStatus.UNAUTHORIZED).build();
        }
        Optional<String> key = request.queryParam("key");
        if (key.isEmpty()) {
            return ServerResponse.badRequest().build();
        }
        if (!restored.getAsBoolean()) {
            return unavailable();
        }
        return Mono.fromCallable(() -> aggregates.newest(Context.LINKS, key.get()))
                .subscribeOn(Schedulers.boundedElastic())
                .flatMap(OwnerRoutes::response);
    }

    private static Mono<ServerResponse> response(NewestEvent newest) {
        return switch (newest) {
            case NewestEvent.Found(byte[] framed) ->
                    ServerResponse.ok()
                            .contentType(MediaType.APPLICATION_OCTET_STREAM)
                            .bodyValue(framed);
            case NewestEvent.None() -> ServerResponse.notFound().build();
            case NewestEvent.Unreadable() -> unavailable();
        };
    }

    private static Mono<ServerResponse> unavailable() {
        return ServerResponse.status(HttpStatus.SERVICE_UNAVAILABLE).build();
    }
}
