package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.Pause;
import io.postrider.benchmarks.load.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The assembled product, in a process of its own, started as users start it. */
final class Product implements AutoCloseable {

    /** Settings beside ports and folders, for the report. */
    static final Map<String, String> SETTINGS = Map.of("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");

    /** So that several nodes share the decisions. */
    private static final String PARTITIONS = "4";

    private static final Duration START_MAX = Duration.ofMinutes(3);
    private static final Duration STOP_MAX = Duration.ofMinutes(1);
    private static final Pattern KEY = Pattern.compile("\"api_key\"\\s*:\\s*\"([^\"]+)\"");

    private final Setup setup;
    private final Path folder;
    private final Map<String, String> environment;
    private final int port;
    private Process process;
    private long launchedAt;
    private double readySeconds;
    private @Nullable Product firstNode;

    private Product(Setup setup, String name, Map<String, String> settings) {
        this.setup = setup;
        this.folder = setup.folder(name);
        this.port = Setup.freePort();
        this.environment = new HashMap<>(SETTINGS);
        environment.put("POSTRIDER_BUILD", "never");
        environment.put("POSTRIDER_PORT", Integer.toString(port));
        environment.put("POSTRIDER_MANAGEMENT_PORT", "0");
        environment.put("POSTRIDER_KAFKA_PORT", Integer.toString(Setup.freePort()));
        environment.put("POSTRIDER_DATA_DIR", data().toString());
        environment.putAll(settings);
        this.process = launch();
    }

    /** Starts on an empty data folder and returns when it takes requests and its first key is known. */
    static Product start(Setup setup, String name) {
        return start(setup, name, Map.of());
    }

    static Product start(Setup setup, String name, String durability) {
        return start(setup, name, Map.of("POSTRIDER_DURABILITY", durability));
    }

    /** The same with settings of its own. */
    static Product start(Setup setup, String name, Map<String, String> settings) {
        Product product = new Product(setup, name, settings);
        product.awaitReady();
        product.awaitKey();
        return product;
    }

    /** The first of several nodes on a broker of their own. */
    static Product startNode(Setup setup, String name, Broker broker) {
        return start(setup, name, node(name, broker));
    }

    /** Another node of an installation, with the log, the secrets and the first key of the first one. */
    static Product joinNode(Setup setup, String name, Broker broker, Product first) {
        Map<String, String> settings = new HashMap<>(node(name, broker));
        settings.put("POSTRIDER_SECRETS_DIR", first.data().resolve("secrets").toString());
        settings.put("POSTRIDER_FIRST_RUN", "never");
        Product product = new Product(setup, name, settings);
        product.firstNode = first;
        product.awaitReady();
        return product;
    }

    private static Map<String, String> node(String name, Broker broker) {
        return Map.of(
                "POSTRIDER_KAFKA_BOOTSTRAP",
                broker.bootstrap(),
                "POSTRIDER_REPLICATION",
                "1",
                "POSTRIDER_NODE_ADDRESS",
                "127.0.0.1:" + Setup.freePort(),
                "POSTRIDER_NODE_ID",
                name,
                "POSTRIDER_PARTITIONS",
                PARTITIONS);
    }

    int port() {
        return port;
    }

    /** By which Kafka clients reach the embedded broker. */
    Path clientFile() {
        return data().resolve("kafka-client.properties");
    }

    long pid() {
        return process.pid();
    }

    /** From the last start of the process to the first 200 from /readyz. */
    double readySeconds() {
        return readySeconds;
    }

    String key() {
        Product first = firstNode;
        if (first != null) {
            return first.key();
        }
        Matcher key = KEY.matcher(ProcFs.read(firstRun().toString()));
        if (!key.find()) {
            throw new BenchmarkException(firstRun() + " holds no key");
        }
        return key.group(1);
    }

    /** A connection that shows the first key. */
    HttpConnection caller() {
        return new HttpConnection(port, key());
    }

    /** A connection without a key. */
    HttpConnection visitor() {
        return new HttpConnection(port, "");
    }

    void killNine() {
        process.destroyForcibly();
        awaitEnd();
    }

    void stop() {
        process.destroy();
        awaitEnd();
    }

    void startAgain() {
        process = launch();
        awaitReady();
        awaitKey();
    }

    ProductLog log() {
        return ProductLog.read(output());
    }

    @Override
    public void close() {
        stop();
        Setup.delete(data());
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path firstRun() {
        return data().resolve("first-run.json");
    }

    private Path output() {
        return folder.resolve("output.log");
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_MAX.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new BenchmarkException("the product did not stop within " + STOP_MAX);
            }
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
    }

    private Process launch() {
        Progress.say("starting the product in " + folder);
        ProcessBuilder builder =
                new ProcessBuilder(setup.home().resolve("postrider").toString(), "up");
        // The options of the JVM are kept, for profiling; the report shows them.
        builder.environment()
                .keySet()
                .removeIf(name ->
                        name.startsWith("POSTRIDER_") && !name.equals("POSTRIDER_JAVA_OPTS"));
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output().toFile()));
        launchedAt = System.nanoTime();
        try {
            return Children.add(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        if (!Pause.until(START_MAX, this::isReady)) {
            throw new BenchmarkException("the product was not ready within " + START_MAX);
        }
        readySeconds = (System.nanoTime() - launchedAt) / 1e9;
    }

    private void awaitKey() {
        if (!Pause.until(START_MAX, this::takesKey)) {
            throw new BenchmarkException("the first key was not taken within " + START_MAX);
        }
    }

    /** A first start makes its key after it is ready, and the key holds a moment after it can be read. */
    private boolean takesKey() {
        if (!Files.exists(firstRun())) {
            return false;
        }
        try (HttpConnection connection = caller()) {
            return connection.get("/api/v1/me").status() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private boolean isReady() {
        if (!process.isAlive()) {
            throw new BenchmarkException("the product did not start: " + log().tail());
        }
        try (HttpConnection connection = visitor()) {
            return connection.get("/readyz").status() == 200;
        } catch (IOException _) {
            return false;
        }
    }
}
