package io.postrider.standalone;

import static org.springframework.web.reactive.function.server.RequestPredicates.GET;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.schemas.json.Json;
import io.postrider.web.server.ConnectionTimeouts;
import io.postrider.web.server.Health;
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
 * The server for the other nodes of the installation, with mutual TLS. Clients without a certificate, such as an operator's
 * monitoring, get liveness and readiness only.
 */
final class InternalServer implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final int HEADER_BYTES_MAX = 8 << 10;

    private final List<DisposableServer> servers = new ArrayList<>();

    private InternalServer() {}

    /**
     * Timeouts and connection limits of clients.
     *
     * @param handshake maximum time of the TLS handshake
     * @param idle maximum time between requests on an open connection, longer than nodes keep theirs
     * @param silence maximum time between two pieces of a request, and in which a client reads some of the waiting bytes
     * @param request maximum time of a whole request, and of its head alone
     * @param connections connections at a time, on each address
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
     * @param addresses addresses of this machine, each with the port
     * @param routes routes for other nodes; each checks the token for its purpose itself
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

    /** The addresses on which it listens. */
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
                .maxConnections(limits.connections())
                .doOnChannelInit((_, channel, _) ->
                        ConnectionTimeouts.add(channel, limits.request(), limits.silence()));
    }

    /** A wrong certificate ends the handshake; {@link #onlyNodes} restricts clients without one. */
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
        Readiness now = health.ready();
        return ServerResponse.status(now.ready() ? 200 : 503)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Json.bytes(now.body()));
    }
}
