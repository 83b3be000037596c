package io.postrider.api.http;

import io.netty.channel.ChannelOption;
import io.postrider.api.TestApi;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.server.ServerLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.http.client.ReactorResourceFactory;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServer;

/** The REST API behind a real server with its limits, of which those of time are shorter. */
public final class ApiServer implements AutoCloseable {

    private static final Duration SILENCE_MAX = Duration.ofMillis(300);
    private static final Duration REQUEST_MAX = Duration.ofMillis(900);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** The system takes a few more. */
    private static final int BUFFER_BYTES = 4 << 10;

    public final TestApi api;

    private final AtomicInteger connections = new AtomicInteger();
    private final ReactorResourceFactory loops = new ReactorResourceFactory();
    private final WebServer server;

    public ApiServer() {
        this(Map.of());
    }

    /** The same, with further settings. */
    public ApiServer(Map<String, String> environment) {
        this(environment, UnaryOperator.identity());
    }

    /**
     * The same whose sockets take only a few kilobytes that clients do not read, and which waits for requests: its tests hold many
     * of them half sent.
     */
    static ApiServer withSmallBuffers(Map<String, String> environment) {
        return new ApiServer(
                environment,
                server ->
                        server.childOption(ChannelOption.SO_SNDBUF, BUFFER_BYTES)
                                .readTimeout(PATIENCE)
                                .requestTimeout(PATIENCE));
    }

    private ApiServer(Map<String, String> environment, UnaryOperator<HttpServer> options) {
        api = new TestApi(environment);
        ServerLimits limits = api.bean(ServerLimits.class);
        loops.setUseGlobalResources(false);
        loops.setShutdownQuietPeriod(Duration.ZERO);
        loops.start();
        NettyReactiveWebServerFactory factory = new NettyReactiveWebServerFactory(0);
        factory.setAddress(InetAddress.getLoopbackAddress());
        factory.setResourceFactory(loops);
        factory.addServerCustomizers(server ->
                options.apply(
                                limits.limited(server)
                                        .readTimeout(SILENCE_MAX)
                                        .requestTimeout(REQUEST_MAX))
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

    /** How many connections it has. */
    public int connections() {
        return connections.get();
    }

    /** Where it can be called. */
    public String url() {
        return "http://127.0.0.1:" + server.getPort();
    }

    public RawConnection connect() throws IOException {
        return new RawConnection(server.getPort());
    }

    /** A connection whose socket takes only a few kilobytes that are not read. */
    RawConnection connectWithSmallBuffer() throws IOException {
        return new RawConnection(server.getPort(), BUFFER_BYTES);
    }

    @Override
    public void close() {
        server.stop();
        loops.stop();
        api.close();
    }
}
