package io.postrider.standalone.doctor;

import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.platform.registry.SchemaRegistry;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.standalone.Preflight;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocket;
import tools.jackson.databind.JsonNode;

/** Checks the running instance and the servers that it needs. */
final class ServiceChecks {

    private static final String READY = "readiness";
    private static final String METRICS = "metrics";
    private static final String REGISTRY = "registry";
    private static final String NODES = "nodes";
    private static final String BASE_URL = "base URL";
    private static final int OK = 200;
    private static final int CONNECT_MILLIS = 5_000;

    private final Preflight start;
    private final HttpProbe http;

    ServiceChecks(Preflight start, HttpProbe http) {
        this.start = start;
        this.http = http;
    }

    List<Check> all() {
        List<Check> all = new ArrayList<>();
        start.registry().ifPresent(_ -> all.add(new Check(REGISTRY, this::registry)));
        // At the same time: one that does not answer takes seconds.
        Optional<NodeTrust> trust = trust();
        start.projections()
                .forEach(node -> all.add(new Check(NODES, () -> List.of(node(node, trust)))));
        if (start.isRunning()) {
            all.add(new Check(READY, this::readiness));
            management()
                    .ifPresent(address ->
                            all.add(new Check(METRICS, () -> List.of(metrics(address)))));
        }
        if (start.hasEdge() && (start.isRunning() || start.cluster().isPresent())) {
            all.add(new Check(BASE_URL, this::baseUrl));
        }
        return all;
    }

    /** Unless its port is known to the running process only. */
    private Optional<InetSocketAddress> management() {
        return start.management().filter(address -> address.getPort() != 0);
    }

    private List<Result> readiness() throws InterruptedException {
        Optional<JsonNode> found = Optional.empty();
        if (management().isPresent()) {
            found = http.readiness(management().get());
        }
        if (found.isEmpty() && start.hasEdge()) {
            found = http.readiness(new InetSocketAddress(start.settings().port()));
        }
        return found.map(ServiceChecks::parts)
                .orElseGet(() ->
                        List.of(
                                Result.fail(
                                        READY,
                                        "the running instance does not answer /readyz",
                                        "wait if it starts; otherwise see its log")));
    }

    private static List<Result> parts(JsonNode body) {
        if (body.path("status").asString("").equals("ready")) {
            return List.of(Result.ok(READY, "all parts of the running instance are ready"));
        }
        List<Result> parts = new ArrayList<>();
        for (JsonNode part : body.path("checks")) {
            if (!part.path("ready").asBoolean(false)) {
                parts.add(
                        notReady(
                                part.path("name").asString("?")
                                        + " is not ready: "
                                        + part.path("detail").asString("")));
            }
        }
        return parts.isEmpty()
                ? List.of(notReady(body.path("part").asString("a part") + " is not ready"))
                : parts;
    }

    private static Result notReady(String detail) {
        return Result.fail(READY, detail, "wait if the instance starts; otherwise see its log");
    }

    private Result metrics(InetSocketAddress address) throws InterruptedException {
        URI uri = HttpProbe.local(address, "/metrics");
        try {
            HttpResponse<String> response = http.get(uri);
            if (response.statusCode() == OK && response.body().contains("postrider_build_info")) {
                return Result.ok(
                        METRICS,
                        "%s returns %d lines".formatted(uri, response.body().lines().count()));
            }
            return Result.fail(
                    METRICS,
                    uri + " returns " + response.statusCode(),
                    "see the log of the instance");
        } catch (IOException e) {
            return Result.fail(METRICS, uri + ": " + e, "see the log of the instance");
        }
    }

    private List<Result> registry() throws InterruptedException {
        List<Result> results = new ArrayList<>();
        try {
            String url = start.registry().orElseThrow().url();
            Optional<Instant> time = SchemaRegistry.check(start.registry().orElseThrow());
            results.add(Result.ok(REGISTRY, url + " is reachable"));
            time.map(date -> Clocks.compared("the schema registry", date, Instant.now()))
                    .ifPresent(results::add);
        } catch (SchemaRegistry.UnusableRegistryException e) {
            results.add(
                    Result.fail(
                            REGISTRY,
                            String.valueOf(e.getMessage()),
                            "check POSTRIDER_SCHEMA_REGISTRY, its credentials and the network"));
        }
        return results;
    }

    private Optional<NodeTrust> trust() {
        try {
            return SecretFiles.existing(start.secrets())
                    .map(secrets -> NodeTrust.from(secrets::derive, InstantSource.system()));
        } catch (SecretFiles.UnusableSecretsException _) {
            // The check of the secrets says why.
            return Optional.empty();
        }
    }

    private static Result node(NodeAddress node, Optional<NodeTrust> trust) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(node.host(), node.port()), CONNECT_MILLIS);
            socket.setSoTimeout(CONNECT_MILLIS);
            if (trust.isPresent()) {
                handshake(trust.get(), socket, node);
                return Result.ok(NODES, node + " is a node of this installation");
            }
            return Result.warn(
                    NODES,
                    node + " accepts connections; without the secrets it cannot be verified",
                    "copy the secrets of the installation");
        } catch (IOException e) {
            return Result.fail(
                    NODES,
                    node + ": " + e.getMessage(),
                    "check that the node runs, has the same secrets, and can be reached from here");
        }
    }

    private static void handshake(NodeTrust trust, Socket socket, NodeAddress node)
            throws IOException {
        try (SSLSocket tls =
                (SSLSocket)
                        trust.tls()
                                .getSocketFactory()
                                .createSocket(socket, node.host(), node.port(), false)) {
            tls.startHandshake();
        }
    }

    private List<Result> baseUrl() throws InterruptedException {
        String url = start.settings().baseUrl();
        try {
            HttpResponse<String> response = http.get(URI.create(url + "/livez"));
            if (response.statusCode() != OK) {
                return List.of(unreachable(url + "/livez returns " + response.statusCode()));
            }
            List<Result> results = new ArrayList<>();
            results.add(Result.ok(BASE_URL, url + " is reachable"));
            HttpProbe.date(response)
                    .map(date -> Clocks.compared(url, date, Instant.now()))
                    .ifPresent(results::add);
            return results;
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            return List.of(unreachable(url + " cannot be reached from here: " + why));
        }
    }

    private static Result unreachable(String detail) {
        return Result.warn(
                BASE_URL, detail, "check POSTRIDER_BASE_URL and the proxy in front of Postrider");
    }
}
