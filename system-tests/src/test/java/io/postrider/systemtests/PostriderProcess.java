package io.postrider.systemtests;

import io.postrider.testkit.limits.HangReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The product as a process of its own on a port and a data folder, spoken to over HTTP alone. */
public final class PostriderProcess extends HttpNode implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofMinutes(6);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int KILLED = 137;
    private static final int BROKER_DISTANCE = 1_012;
    private static final String METRICS = "  metrics  ";
    private static final String FIRST_RUN = "POSTRIDER_FIRST_RUN";

    /** No write waits for the disk, and no compilation takes longer than it saves. */
    private static final Map<String, String> QUICK =
            Map.of(
                    "POSTRIDER_DURABILITY", "replicated",
                    "POSTRIDER_JAVA_OPTS", "-XX:TieredStopAtLevel=1");

    private static final JsonMapper JSON = new JsonMapper();

    private final Path folder;
    private volatile Map<String, String> environment;
    private volatile Process process;
    private volatile long launchedAt;
    private volatile String apiKey = "";
    private final HangReport.Included reported;

    private PostriderProcess(Path folder, int port, Map<String, String> environment)
            throws IOException {
        super(port);
        this.folder = folder;
        this.environment = environment;
        this.launchedAt = System.nanoTime();
        this.process = launched();
        this.reported = HangReport.include("Postrider on port " + port, this::lastOutput);
    }

    /** Starts on an empty data folder below the given one, and returns when it is ready. */
    public static PostriderProcess start(Path folder) throws IOException, InterruptedException {
        return start(folder, Map.of());
    }

    /** The same for tests of answers and pages, which depend neither on the disk nor on long runs. */
    public static PostriderProcess startQuick(Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(QUICK);
        all.putAll(settings);
        return start(folder, all);
    }

    /** The same, with further settings. */
    public static PostriderProcess start(Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        PostriderProcess started =
                new PostriderProcess(
                        folder, Ports.free(0, BROKER_DISTANCE, BROKER_DISTANCE + 1), settings);
        started.awaitReady();
        started.watch();
        return started;
    }

    /**
     * Starts another node of an installation on a folder of its own, with the secrets and the first key of one that runs.
     *
     * @param settings those of both, which say where the log is
     */
    public static PostriderProcess join(
            PostriderProcess first, Path folder, Map<String, String> settings)
            throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(settings);
        all.put(FIRST_RUN, "never");
        all.put("POSTRIDER_SECRETS_DIR", first.dataFolder().resolve("secrets").toString());
        PostriderProcess joined = new PostriderProcess(folder, Ports.free(0, BROKER_DISTANCE), all);
        joined.apiKey = first.apiKey();
        joined.awaitReady();
        joined.watch();
        return joined;
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
            throw new IllegalStateException("the process is dead, but port " + port() + " is not");
        }
    }

    /** Stops the process as an operator does, so that it can start again. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the process did not stop when asked to");
        }
    }

    /** Starts the process anew on what the one before has left, and returns when it is ready. */
    public void startAgain() throws IOException {
        launchAgain();
        awaitReady();
    }

    /** Changes settings of its next start. */
    public void change(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(settings);
        environment = all;
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
            return hasKey() && readiness() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private boolean hasKey() {
        return environment.containsKey(FIRST_RUN)
                || Files.exists(dataFolder().resolve("first-run.json"));
    }

    /** Whether its port accepts connections. */
    public boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), 2_000);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** How often a text stands in what the process and those before it have said. */
    public long said(String text) throws IOException {
        return lines(text).size();
    }

    /** The lines with a text of what the process and those before it have said. */
    public List<String> lines(String text) throws IOException {
        try (var lines = Files.lines(output())) {
            return lines.filter(line -> line.contains(text)).toList();
        }
    }

    /** The URL at which it says that its metrics are. */
    public String metricsUrl() throws IOException {
        try (var lines = Files.lines(output())) {
            return lines.filter(line -> line.startsWith(METRICS))
                    .map(line -> line.substring(METRICS.length()))
                    .reduce((_, last) -> last)
                    .orElseThrow();
        }
    }

    /** The access of clients of this account to the embedded broker. */
    public LogClients log() {
        return new LogClients(
                "127.0.0.1:" + (port() + BROKER_DISTANCE),
                Optional.of(dataFolder().resolve("kafka-client.properties")));
    }

    /** A setting that it was started with. */
    String setting(String name) {
        return Objects.requireNonNull(environment.get(name), name);
    }

    /** Where it keeps its data. */
    public Path dataFolder() {
        return folder.resolve("data");
    }

    @Override
    public String apiKey() throws IOException {
        if (apiKey.isEmpty()) {
            apiKey = firstRun().path("api_key").asString();
        }
        return apiKey;
    }

    @Override
    protected JsonNode firstRun() throws IOException {
        return JSON.readTree(Files.readAllBytes(dataFolder().resolve("first-run.json")));
    }

    @Override
    public void close() {
        reported.close();
        process.destroy();
        try {
            if (process.waitFor(180, TimeUnit.SECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new IllegalStateException("the process did not stop when asked to");
    }

    private Path output() {
        return folder.resolve("output.log");
    }

    @Override
    public String lastOutput() throws IOException {
        List<String> lines = Files.readAllLines(output());
        return "it said:\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    private Process launched() throws IOException {
        ProcessBuilder builder = BuiltTree.up();
        Map<String, String> settings = builder.environment();
        settings.put("POSTRIDER_PORT", Integer.toString(port()));
        settings.put("POSTRIDER_MANAGEMENT_PORT", "0");
        settings.put("POSTRIDER_DATA_DIR", dataFolder().toString());
        settings.put("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");
        settings.putAll(environment);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
        return builder.start();
    }
}
