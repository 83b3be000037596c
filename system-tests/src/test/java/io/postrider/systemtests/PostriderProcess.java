package io.postrider.systemtests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The product as a process of its own on a port and a data folder, spoken to over HTTP alone. */
final class PostriderProcess implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private final int port;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private Process process;

    private PostriderProcess(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    static PostriderProcess start(Path folder) throws IOException {
        int port = freePort();
        PostriderProcess started = new PostriderProcess(folder, port, launch(folder, port));
        started.awaitReady();
        return started;
    }

    /** Kills the process as a crash would, and makes sure that it is dead. */
    void killNine() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 137) {
            throw new IllegalStateException("the kill did not bite: " + process);
        }
    }

    void startAgain() throws IOException {
        process = launch(folder, port);
        awaitReady();
    }

    String apiKey() throws IOException {
        JsonNode file =
                JSON.readTree(Files.readAllBytes(folder.resolve("data").resolve("first-run.json")));
        return file.path("api_key").asString();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                request(path).header("Authorization", "Bearer " + apiKey()).GET().build(),
                HttpResponse.BodyHandlers.ofString());
    }

    JsonNode getJson(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new IllegalStateException(
                    path + ": " + response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body());
    }

    HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return http.send(
                request(path)
                        .header("Authorization", "Bearer " + apiKey())
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Follows a short link as a visitor does: without a key. */
    int visit(String slug) throws IOException, InterruptedException {
        return http.send(request("/" + slug).GET().build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    static JsonNode json(HttpResponse<String> response) {
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

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofSeconds(20));
    }

    private void awaitReady() {
        Awaitility.await()
                .atMost(START_MAX)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(() -> {
                    if (!process.isAlive()) {
                        throw new IllegalStateException("the process has ended");
                    }
                    return Files.exists(folder.resolve("data").resolve("first-run.json"))
                            && get("/readyz").statusCode() == 200;
                });
    }

    private static Process launch(Path folder, int port) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.postrider.standalone.Standalone"));
        builder.environment().put("POSTRIDER_PORT", Integer.toString(port));
        builder.environment().put("POSTRIDER_DATA_DIR", folder.resolve("data").toString());
        builder.environment().put("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");
        builder.redirectErrorStream(true);
        builder.redirectOutput(
                ProcessBuilder.Redirect.appendTo(folder.resolve("output.log").toFile()));
        return builder.start();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            // Kafka's default ports are derived from this one and must exist too.
            return Math.min(socket.getLocalPort(), 60_000);
        }
    }
}
