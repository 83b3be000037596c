package io.postrider.api.http;

import io.postrider.api.RawConnection;
import io.postrider.api.TestApi;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.Connection;

/** The REST API behind a real server with its limits, of which those of time are shorter. */
public final class ApiServer implements AutoCloseable {

    private static final Duration SILENCE_MAX = Duration.ofMillis(300);
    private static final Duration REQUEST_MAX = Duration.ofMillis(900);

    public final TestApi api;

    private final AtomicInteger connections = new AtomicInteger();
    private final ReactorResourceFactory loops = new ReactorResourceFactory();
    private final WebServer server;

    public ApiServer() {
        this(Map.of());
    }

    /** The same, with further settings. */
    public ApiServer(Map<String, String> environment) {
        api = new TestApi(environment);
        ServerLimits limits = api.bean(ServerLimits.class);
        loops.setUseGlobalResources(false);
        loops.setShutdownQuietPeriod(Duration.ZERO);
        loops.start();
        NettyReactiveWebServerFactory factory = new NettyReactiveWebServerFactory(0);
        factory.setAddress(InetAddress.getLoopbackAddress());
        factory.setResourceFactory(loops);
        factory.addServerCustomizers(server ->
                limits.limited(server)
                        .readTimeout(SILENCE_MAX)
                        .requestTimeout(REQUEST_MAX)
                        .doOnConnection(this::count));
        server = factory.getWebServer(api.handler());
        server.start();
    }

    private void count(Connection connection) {
        connections.incrementAndGet();
        connection.onDispose(connections::decrementAndGet);
    }

    /** Comes back when the server is through with every connection that was made so far. */
    void awaitNoConnections() {
        Awaitility.await().until(() -> connections.get() == 0);
        loops.stop();
    }

    /** Where it can be called. */
    public String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    public RawConnection connect() throws IOException {
        return new RawConnection(server.getPort());
    }

    @Override
    public void close() {
        server.stop();
        loops.stop();
        api.close();
    }
}
