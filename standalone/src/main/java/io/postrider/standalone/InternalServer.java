package io.postrider.standalone;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;

import io.postrider.api.http.Readiness;
import io.postrider.api.http.ReadinessCheck;
import io.postrider.runtime.nodes.NodeAddress;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** The port that the nodes of one installation, and nobody else, reach each other on; with health for whoever runs them. */
final class InternalServer implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final DisposableServer server;

    private InternalServer(DisposableServer server) {
        this.server = server;
    }

    /**
     * Opens the port of this node's address.
     *
     * @param routes what other nodes ask; each checks the nodes' token itself
     */
    static InternalServer start(
            NodeAddress address,
            List<RouterFunction<ServerResponse>> routes,
            List<ReadinessCheck> checks) {
        RouterFunction<ServerResponse> all =
                RouterFunctions.route(GET("/livez"), _ -> ServerResponse.ok().build())
                        .andRoute(GET("/readyz"), _ -> ready(checks));
        for (RouterFunction<ServerResponse> some : routes) {
            all = all.and(some);
        }
        return new InternalServer(
                HttpServer.create()
                        .port(address.port())
                        .handle(new ReactorHttpHandlerAdapter(RouterFunctions.toHttpHandler(all)))
                        .bindNow());
    }

    @Override
    public void close() {
        server.disposeNow(CLOSE_TIMEOUT);
    }

    private static Mono<ServerResponse> ready(List<ReadinessCheck> checks) {
        Readiness now = Readiness.of(checks);
        return ServerResponse.status(now.ready() ? 200 : 503)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Json.bytes(now.body()));
    }
}
