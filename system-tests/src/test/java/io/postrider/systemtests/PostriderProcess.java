package io.postrider.systemtests;

import io.postrider.testkit.contract.ContractDocument;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The product as a process of its own on a port and a data folder, spoken to over HTTP alone. */
public final class PostriderProcess implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int KILLED = 137;
    private static final int BROKER_DISTANCE = 1_012;
    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final int port;
    private final Map<String, String> environment;
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private volatile Process process;
    private volatile long launchedAt;
    private volatile String apiKey = "";
    private volatile @Nullable ContractWatch watch;

    private PostriderProcess(Path folder, int port, Map<String, String> environment)
            throws IOException {
        this.folder = folder;
        this.port = port;
        this.environment = environment;
        this.launchedAt = System.nanoTime();
        this.process = launched();
    }

    /** Starts on an empty data folder below the given one, and returns when it is ready. */
    public static PostriderProcess start(Path folder) throws IOException, InterruptedException {
        return start(folder, Map.of());
    }

    /** The same, with further settings. */
    public static PostriderProcess start(Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        PostriderProcess started =
                new PostriderProcess(
                        folder, Ports.free(0, BROKER_DISTANCE, BROKER_DISTANCE + 1), settings);
        started.awaitReady();
        started.watch = ContractWatch.of(started.http, started.base());
        return started;
    }

    /** Kills the process as a crash would, and makes sure that it is dead and its port silent. */
    public void killNine() throws InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException("it had ended before it was killed: " + process);
        }
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != KILLED) {
            throw new IllegalStateException("the kill did not bite: " + process);
        }
        if (listens()) {
            throw new IllegalStateException("the process is dead, but port " + port + " is not");
        }
    }

    /** Starts the process anew on what the one before has left, and returns when it is ready. */
    public void startAgain() throws IOException {
        launchAgain();
        awaitReady();
    }

    /** Starts the process anew without waiting for it. */
    public void launchAgain() throws IOException {
        launchedAt = System.nanoTime();
        process = launched();
    }

    /** Waits until it says that it is ready, and tells how long that took since its launch. */
    public Duration awaitReady() {
        Awaitility.await()
                .atMost(START_MAX)
                .pollInterval(POLL)
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException("ended at its start; " + lastOutput());
                    }
                    return isReady();
                });
        return Duration.ofNanos(System.nanoTime() - launchedAt);
    }

    /** Whether it says that it is ready; no answer is a no. */
    public boolean isReady() throws InterruptedException {
        try {
            return Files.exists(dataFolder().resolve("first-run.json"))
                    && send(request("/readyz").GET().build()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /** Whether anybody takes connections on its port. */
    public boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** How often a text stands in what the process and those before it have said. */
    public long said(String text) throws IOException {
        try (var lines = Files.lines(output())) {
            return lines.filter(line -> line.contains(text)).count();
        }
    }

    /** The port of HTTP. */
    public int port() {
        return port;
    }

    /** Where the embedded broker listens. */
    public String kafka() {
        return "127.0.0.1:" + (port + BROKER_DISTANCE);
    }

    /** The key of the first run. */
    public String apiKey() throws IOException {
        if (apiKey.isEmpty()) {
            apiKey = firstRun().path("api_key").asString();
        }
        return apiKey;
    }

    /** Asks with the key of the first run. */
    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(path, apiKey());
    }

    /** Asks with a key. */
    public HttpResponse<String> get(String path, String key)
            throws IOException, InterruptedException {
        return send(request(path).header("Authorization", "Bearer " + key).GET().build());
    }

    /** Asks, and insists on an answer. */
    public JsonNode getJson(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    path + ": " + response.statusCode() + " " + response.body());
        }
        return json(response);
    }

    /** Posts with the key of the first run. */
    public HttpResponse<String> post(String path, String body)
            throws IOException, InterruptedException {
        return write("POST", path, body);
    }

    /** Sends a change with the key of the first run, and pairs of header names and values. */
    public HttpResponse<String> write(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        return sent(
                request(path).header("Authorization", "Bearer " + apiKey()), method, body, headers);
    }

    /** The owner of the first run, signed in. */
    public OwnersBrowser signIn() throws IOException, InterruptedException {
        JsonNode made = firstRun();
        return signIn(made.path("email").asString(), made.path("password").asString());
    }

    /** Somebody with an account, signed in. */
    public OwnersBrowser signIn(String email, String password)
            throws IOException, InterruptedException {
        return OwnersBrowser.signIn(
                (method, path, body, headers) -> sent(request(path), method, body, headers),
                email,
                password);
    }

    /** Where it keeps its data. */
    public Path dataFolder() {
        return folder.resolve("data");
    }

    private JsonNode firstRun() throws IOException {
        return JSON.readTree(Files.readAllBytes(dataFolder().resolve("first-run.json")));
    }

    private HttpResponse<String> sent(
            HttpRequest.Builder asked, String method, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                asked.header("Content-Type", "application/json")
                        .method(
                                method,
                                body.isEmpty()
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body));
        IntStream.range(0, headers.length / 2)
                .forEach(i -> request.header(headers[2 * i], headers[2 * i + 1]));
        return send(request.build());
    }

    /** Follows a short link as a visitor does: without a key. */
    public int visit(String slug) throws IOException, InterruptedException {
        return send(request("/" + slug).GET().build()).statusCode();
    }

    /** Looks where a short link leads without following it: that counts no click. */
    public int peek(String slug) throws IOException, InterruptedException {
        return send(request("/" + slug).HEAD().build()).statusCode();
    }

    /** The body of an answer. */
    public static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(60, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new IllegalStateException("the process did not stop when asked to");
    }

    /** The contract that it handed out when it was first ready; every answer since then was held against it. */
    public ContractDocument contract() {
        return Objects.requireNonNull(watch, "not ready yet").contract();
    }

    private HttpResponse<String> send(HttpRequest request)
            throws IOException, InterruptedException {
        HttpResponse<String> response;
        try {
            response = http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            throw new IOException(request.uri() + " was not answered; " + lastOutput(), e);
        }
        ContractWatch ready = watch;
        return ready == null ? response : ready.checked(response);
    }

    private String base() {
        return "http://localhost:" + port;
    }

    /** Longer than any answer takes, so that what is late is told by the product and not by the test. */
    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base() + path)).timeout(Duration.ofSeconds(25));
    }

    private Path output() {
        return folder.resolve("output.log");
    }

    /** The last lines of what it said, for whoever has to find out why a test failed. */
    public String lastOutput() throws IOException {
        List<String> lines = Files.readAllLines(output());
        return "it said:\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    private Process launched() throws IOException {
        ProcessBuilder builder = BuiltTree.up();
        Map<String, String> settings = builder.environment();
        settings.put("POSTRIDER_PORT", Integer.toString(port));
        settings.put("POSTRIDER_DATA_DIR", dataFolder().toString());
        settings.put("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");
        settings.putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
        return builder.start();
    }
}
