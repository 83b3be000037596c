package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus that scrapes one Postrider each second, as a process of its own. */
final class Prometheus implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofMinutes(1);
    private static final Duration REQUEST_MAX = Duration.ofSeconds(20);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Path output;
    private final int port;
    private final Process process;

    private Prometheus(Path output, int port, Process process) {
        this.output = output;
        this.port = port;
        this.process = process;
    }

    /**
     * Starts it, and returns once it serves queries.
     *
     * @param folder of its configuration and its data
     * @param rules a file of alerting rules, which it evaluates each second
     */
    static Prometheus start(Path folder, String metricsUrl, Path rules) throws IOException {
        Path configuration = folder.resolve("prometheus.yml");
        Files.writeString(
                configuration,
                """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: ["%s"]
                scrape_configs:
                  - job_name: postrider
                    static_configs:
                      - targets: ["%s"]
                """
                        .formatted(
                                rules.toAbsolutePath().normalize(),
                                URI.create(metricsUrl).getAuthority()));
        int port = Ports.free(0);
        Path output = folder.resolve("prometheus.log");
        Process process =
                new ProcessBuilder(
                                "prometheus",
                                "--config.file=" + configuration,
                                "--storage.tsdb.path=" + folder.resolve("data"),
                                "--web.listen-address=127.0.0.1:" + port)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        Prometheus started = new Prometheus(output, port, process);
        try {
            Awaitility.await().atMost(START_MAX).until(started::isReady);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    /** The series that an expression selects or computes now. */
    List<JsonNode> query(String expression) throws IOException, InterruptedException {
        return List.copyOf(
                data("/api/v1/query?query=" + encoded(expression)).path("result").values());
    }

    /** The names of all metrics. */
    Set<String> names() throws IOException, InterruptedException {
        return strings(data("/api/v1/label/__name__/values"));
    }

    /** The names of the labels of a metric. */
    Set<String> labels(String metric) throws IOException, InterruptedException {
        return strings(data("/api/v1/labels?match[]=" + encoded(metric)));
    }

    /** The alerting rules, with the result of their last evaluation. */
    List<JsonNode> rules() throws IOException, InterruptedException {
        return data("/api/v1/rules").path("groups").values().stream()
                .flatMap(group -> group.path("rules").values().stream())
                .toList();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (process.waitFor(30, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private boolean isReady() throws IOException, InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    "Prometheus ended at its start: " + Files.readString(output));
        }
        try {
            return http.send(request("/-/ready"), BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private JsonNode data(String path) throws IOException, InterruptedException {
        JsonNode answer = JSON.readTree(http.send(request(path), BodyHandlers.ofString()).body());
        if (!answer.path("status").asString().equals("success")) {
            throw new IllegalStateException(path + ": " + answer.path("error").asString());
        }
        return answer.path("data");
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(
                        URI.create(
                                "http://127.0.0.1:%d%s"
                                        .formatted(
                                                port,
                                                path.replace("[", "%5B").replace("]", "%5D"))))
                .timeout(REQUEST_MAX)
                .build();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private static Set<String> strings(JsonNode array) {
        Set<String> strings = new LinkedHashSet<>();
        array.values().forEach(value -> strings.add(value.asString()));
        return strings;
    }
}
