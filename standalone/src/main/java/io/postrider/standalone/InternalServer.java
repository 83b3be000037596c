package io.postrider.standalone;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.schemas.json.Json;
import io.postrider.web.server.Readiness;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;

/**
 * The port that the nodes of one installation reach each other on, by TLS with a certificate on both sides. A client
 * without a certificate is told whether the node is alive and ready, which is what those who run it ask.
 */
final class InternalServer implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final int HEADER_BYTES_MAX = 8 << 10;

    private final List<DisposableServer> servers = new ArrayList<>();

    private InternalServer() {}

    /**
     * How long a client may take, and how many there may be.
     *
     * @param handshake for TLS
     * @param idle for the next request on a connection that stays open, longer than nodes keep theirs
     * @param silence between two pieces of a request
     * @param request for one request as a whole
     * @param connections at a time, on each address
     */
    record Limits(
            Duration handshake,
            Duration idle,
            Duration silence,
            Duration request,
            int connections) {

        static final Limits DEFAULT =
                new Limits(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        1_000);
    }

    /**
     * Opens the port.
     *
     * @param addresses of this machine, each with the port
     * @param routes what other nodes ask; each checks the token for its purpose itself
     */
    static InternalServer start(
            List<InetSocketAddress> addresses,
            NodeTrust trust,
            Limits limits,
            List<RouterFunction<ServerResponse>> routes,
            Health health) {
        HttpServer server =
                limited(HttpServer.create(), limits)
                        .secure(spec ->
                                spec.sslContext(tls(trust)).handshakeTimeout(limits.handshake()))
                        .handle(
                                new ReactorHttpHandlerAdapter(
                                        RouterFunctions.toHttpHandler(all(routes, health))));
        InternalServer started = new InternalServer();
        try {
            for (InetSocketAddress address : addresses) {
                started.servers.add(server.bindAddress(() -> address).bindNow());
            }
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
        return started;
    }

    /** Where it listens. */
    List<InetSocketAddress> addresses() {
        return servers.stream().map(server -> (InetSocketAddress) server.address()).toList();
    }

    @Override
    public void close() {
        servers.forEach(server -> server.disposeNow(CLOSE_TIMEOUT));
    }

    private static HttpServer limited(HttpServer server, Limits limits) {
        return server.protocol(HttpProtocol.HTTP11)
                .httpRequestDecoder(
                        decoder -> decoder.maxHeaderSize(HEADER_BYTES_MAX).validateHeaders(true))
                .idleTimeout(limits.idle())
                .readTimeout(limits.silence())
                .requestTimeout(limits.request())
                .maxConnections(limits.connections());
    }

    /** A wrong certificate ends the handshake; who has none is told apart by {@link #onlyNodes}. */
    private static SslContext tls(NodeTrust trust) {
        return new JdkSslContext(
                trust.tls(),
                false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                ApplicationProtocolConfig.DISABLED,
                ClientAuth.OPTIONAL,
                new String[] {NodeTrust.PROTOCOL},
                false);
    }

    private static RouterFunction<ServerResponse> all(
            List<RouterFunction<ServerResponse>> routes, Health health) {
        RouterFunction<ServerResponse> all =
                RouterFunctions.route(GET("/livez"), _ -> live(health))
                        .andRoute(GET("/readyz"), _ -> ready(health));
        for (RouterFunction<ServerResponse> some : routes) {
            all = all.and(some.filter(InternalServer::onlyNodes));
        }
        return all;
    }

    private static Mono<ServerResponse> onlyNodes(
            ServerRequest request, HandlerFunction<ServerResponse> next) {
        SslInfo tls = request.exchange().getRequest().getSslInfo();
        return tls == null || tls.getPeerCertificates() == null
                ? ServerResponse.status(HttpStatus.UNAUTHORIZED).build()
                : next.handle(request);
    }

    private static Mono<ServerResponse> live(Health health) {
        return ServerResponse.status(health.alive() ? 200 : 503).build();
    }

    private static Mono<ServerResponse> ready(Health health) {
        Readiness now = Readiness.of(health.readiness());
        return ServerResponse.status(now.ready() ? 200 : 503)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Json.bytes(now.body()));
    }
}
