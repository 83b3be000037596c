package io.postrider.standalone.management;

import io.postrider.schemas.json.Json;
import io.postrider.web.server.ConnectionTimeouts;
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

    /** Short, so that clients that hold all connections do so only until the next probes; of unread bytes twice the time. */
    private static final Duration SILENCE_MAX = Duration.ofSeconds(5);

    static final int CONNECTIONS_MAX = 64;
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String JSON = "application/json";

    private final Health health;
    private final Supplier<String> scrape;
    private final LoopResources loop = LoopResources.create("management", 1, true);
    private final DisposableServer server;

    private ManagementServer(
            InetSocketAddress address, Health health, Supplier<String> scrape, Duration silence) {
        this.health = health;
        this.scrape = scrape;
        this.server =
                HttpServer.create()
                        .bindAddress(() -> address)
                        .runOn(loop)
                        .protocol(HttpProtocol.HTTP11)
                        .idleTimeout(silence)
                        .readTimeout(silence)
                        .requestTimeout(silence)
                        .maxConnections(CONNECTIONS_MAX)
                        .doOnChannelInit((_, channel, _) ->
                                ConnectionTimeouts.add(channel, silence, silence))
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
        return start(address, health, scrape, SILENCE_MAX);
    }

    /** The same with another time after which a connection is closed whose client sends or reads nothing. */
    static ManagementServer start(
            InetSocketAddress address, Health health, Supplier<String> scrape, Duration silence) {
        return new ManagementServer(address, health, scrape, silence);
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
