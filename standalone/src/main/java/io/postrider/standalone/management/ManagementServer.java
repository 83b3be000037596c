package io.postrider.standalone.management;

import io.postrider.schemas.json.Json;
import io.postrider.web.server.Health;
import io.postrider.web.server.Readiness;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.resources.LoopResources;
import tools.jackson.databind.node.ObjectNode;

/**
 * The HTTP server for supervisors and monitoring: liveness, readiness with its parts, and metrics. It has an event loop of its
 * own, so that a scrape delays no request of others.
 */
public final class ManagementServer implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration IDLE_MAX = Duration.ofMinutes(3);
    private static final Duration REQUEST_MAX = Duration.ofSeconds(10);
    private static final int CONNECTIONS_MAX = 64;
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String JSON = "application/json";

    private final Health health;
    private final Supplier<String> scrape;
    private final LoopResources loop = LoopResources.create("management", 1, true);
    private final DisposableServer server;

    private ManagementServer(InetSocketAddress address, Health health, Supplier<String> scrape) {
        this.health = health;
        this.scrape = scrape;
        this.server =
                HttpServer.create()
                        .bindAddress(() -> address)
                        .runOn(loop)
                        .protocol(HttpProtocol.HTTP11)
                        .idleTimeout(IDLE_MAX)
                        .readTimeout(REQUEST_MAX)
                        .requestTimeout(REQUEST_MAX)
                        .maxConnections(CONNECTIONS_MAX)
                        .route(routes ->
                                routes.get("/livez", (_, response) -> live(response))
                                        .get("/readyz", (_, response) -> ready(response))
                                        .get("/metrics", (_, response) -> metrics(response)))
                        .bindNow();
    }

    /**
     * Opens the port.
     *
     * @param scrape writes the metrics in the text format of Prometheus
     */
    public static ManagementServer start(
            InetSocketAddress address, Health health, Supplier<String> scrape) {
        return new ManagementServer(address, health, scrape);
    }

    /** The address that it listens on. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.address();
    }

    private Publisher<Void> live(HttpServerResponse response) {
        boolean alive = health.alive();
        return json(response, alive, Json.object().put("status", alive ? "ok" : "failed"));
    }

    private Publisher<Void> ready(HttpServerResponse response) {
        Readiness now = health.ready();
        return json(response, now.ready(), now.body());
    }

    private Publisher<Void> metrics(HttpServerResponse response) {
        return sent(response, TEXT, scrape.get().getBytes(StandardCharsets.UTF_8));
    }

    private static Publisher<Void> json(
            HttpServerResponse response, boolean good, ObjectNode body) {
        return sent(response.status(good ? 200 : 503), JSON, Json.bytes(body));
    }

    private static Publisher<Void> sent(HttpServerResponse response, String type, byte[] body) {
        return response.header("Content-Type", type)
                .header("Content-Length", Integer.toString(body.length))
                .header("Cache-Control", "no-store")
                .sendByteArray(Mono.just(body));
    }

    @Override
    public void close() {
        server.disposeNow(CLOSE_TIMEOUT);
        loop.disposeLater(Duration.ZERO, CLOSE_TIMEOUT).block(CLOSE_TIMEOUT);
    }
}
