package io.postrider.redirects;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.FakeTenants;
import io.postrider.api.Promised;
import io.postrider.platform.traces.Traces;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.redirects.spool.SpoolDrainer;
import io.postrider.redirects.spool.SpoolSettings;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.contract.Exchanged;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.TrustedProxies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServer;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/** A real server with short links in front of a small API, all in one folder. */
final class EdgeServer implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The first body of the API, which takes a while. */
    static final Duration SLOW = Duration.ofMillis(150);

    static final long SPOOL_BYTES = 16 << 20;

    final AtomicReference<Instant> now = new AtomicReference<>(SampleLink.NOW);
    final AtomicBoolean restored = new AtomicBoolean(true);
    final ScriptedGateway gateway = new ScriptedGateway();
    final ScriptedOwner owner = new ScriptedOwner();
    final LinkReplica links;
    final RedirectEdge edge;

    private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
    private final ProjectionStore store;
    private final ClickSpool spool;
    private final ReactorResourceFactory loops = new ReactorResourceFactory();
    private final AtomicInteger connections = new AtomicInteger();
    private final WebServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    /** With a spool whose first segment holds all that a test visits: no busy machine makes it wait for the next. */
    EdgeServer(Path folder) {
        this(folder, UnaryOperator.identity(), SPOOL_BYTES);
    }

    EdgeServer(Path folder, UnaryOperator<RedirectSettings> settings, long spoolBytes) {
        RedirectSettings chosen = settings.apply(defaults());
        store = ProjectionStore.open(folder.resolve("links"), memory, 50);
        links = new LinkReplica(store, LockedSchemaIds.shipped());
        spool =
                ClickSpool.open(
                        folder.resolve("spool"),
                        new SpoolSettings(chosen.lanes(), spoolBytes / 8, spoolBytes));
        edge =
                new RedirectEdge(
                        links,
                        restored::get,
                        spool,
                        gateway,
                        owner,
                        new FakeTenants(),
                        chosen,
                        LockedSchemaIds.shipped(),
                        now::get,
                        new SimpleMeterRegistry(),
                        Traces.off());
        loops.setUseGlobalResources(false);
        loops.setLoopResourcesSupplier(() -> RedirectEdge.eventLoops(chosen));
        loops.setShutdownQuietPeriod(Duration.ZERO);
        loops.start();
        NettyReactiveWebServerFactory factory = new NettyReactiveWebServerFactory(0);
        factory.setAddress(InetAddress.getLoopbackAddress());
        factory.setResourceFactory(loops);
        factory.addServerCustomizers(edge::install);
        factory.addServerCustomizers(netty -> netty.doOnConnection(this::count));
        server = factory.getWebServer(RouterFunctions.toHttpHandler(api()));
        server.start();
    }

    private static RedirectSettings defaults() {
        return new RedirectSettings(
                2,
                new PublicAddress("https://" + SampleLink.DOMAIN, SampleLink.DOMAIN),
                ShortDomains.only(SampleLink.DOMAIN),
                TrustedProxies.none(),
                6_000);
    }

    private static RouterFunction<ServerResponse> api() {
        return RouterFunctions.route()
                .GET("/api/fast/{n}", request -> text("fast " + request.pathVariable("n")))
                .GET(
                        "/api/slow/{n}",
                        request -> Mono.delay(SLOW).then(text("slow " + request.pathVariable("n"))))
                .GET(
                        "/api/stream/{n}",
                        request ->
                                ServerResponse.ok()
                                        .body(
                                                Flux.range(0, 5)
                                                        .delayElements(Duration.ofMillis(20))
                                                        .map(i ->
                                                                request.pathVariable("n")
                                                                        + "-"
                                                                        + i),
                                                String.class))
                .POST(
                        "/api/echo",
                        request ->
                                request.bodyToMono(String.class)
                                        .defaultIfEmpty("")
                                        .flatMap(body -> text("echo " + body.length())))
                .build();
    }

    private static Mono<ServerResponse> text(String body) {
        return ServerResponse.ok().bodyValue(body);
    }

    private void count(Connection connection) {
        connections.incrementAndGet();
        connection.onDispose(connections::decrementAndGet);
    }

    /** Comes back when the server has noticed the end of every connection. */
    void awaitNoConnections() {
        Awaitility.await().until(() -> connections.get() == 0);
    }

    int port() {
        return server.getPort();
    }

    RawConnection connect() throws IOException {
        return new RawConnection(port());
    }

    /** One request by an ordinary client that does not follow redirects. */
    HttpResponse<String> send(String method, String target, String... headers) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + target))
                        .timeout(PATIENCE)
                        .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
        // What stands behind the edge here is made up, and names no request.
        boolean ofTheEdge = response.headers().firstValue("x-request-id").isPresent();
        if (ofTheEdge && List.of("GET", "HEAD").contains(method)) {
            Promised.aheadOfTheApi()
                    .verify(
                            Exchanged.of(
                                    method,
                                    URI.create(target).getRawPath(),
                                    response.statusCode(),
                                    response.headers().map(),
                                    response.body().getBytes(StandardCharsets.UTF_8)));
        }
        return response;
    }

    HttpResponse<String> get(String target, String... headers) throws Exception {
        return send("GET", target, headers);
    }

    long count(RedirectOutcome outcome) {
        return edge.counts().of(outcome);
    }

    /** Everything that was appended to the spool so far, as it would reach Kafka. */
    List<RawClick> clicks() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(
                        true,
                        new RoundRobinPartitioner(),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
        try (SpoolDrainer drainer = new SpoolDrainer(spool, () -> producer, "clicks", 1)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> drainer.draining() && spool.pendingRecords() == 0);
            ValueCodec<RawClick> codec = ValueCodec.rawClicks(LockedSchemaIds.shipped());
            return producer.history().stream().map(record -> codec.decode(record.value())).toList();
        }
    }

    @Override
    public void close() {
        client.close();
        server.stop();
        loops.stop();
        spool.close();
        store.close();
        memory.close();
    }
}
