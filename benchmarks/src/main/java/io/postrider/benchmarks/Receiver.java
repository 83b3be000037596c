package io.postrider.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A webhook's receiver that notes when it first heard of each thing. */
final class Receiver implements AutoCloseable {

    private static final Pattern SLUG = Pattern.compile("\"slug\":\"([^\"]+)\"");

    private final Pattern named;
    private final HttpServer server;
    private final Map<String, Long> firstHeard = new ConcurrentHashMap<>();
    private final AtomicLong received = new AtomicLong();

    private Receiver(Pattern named, HttpServer server) {
        this.named = named;
        this.server = server;
    }

    static Receiver start() {
        return start(SLUG);
    }

    /** A receiver that knows deliveries by the first group of a pattern. */
    static Receiver start(Pattern named) {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
            Receiver receiver = new Receiver(named, server);
            server.createContext("/", receiver::take);
            server.start();
            return receiver;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** When each thing arrived, in nanoseconds of this JVM's clock. */
    Map<String, Long> firstHeard() {
        return firstHeard;
    }

    /** The number of received deliveries, including repeated ones. */
    long received() {
        return received.get();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body =
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            long now = System.nanoTime();
            Matcher slug = named.matcher(body);
            if (slug.find()) {
                firstHeard.putIfAbsent(slug.group(1), now);
            }
            received.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
