package io.postrider.systemtests;

import io.postrider.platform.kafka.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.awaitility.Awaitility;

/** A Kafka broker as a process of its own, which can vanish, freeze and come back with what it had. */
public final class BrokerProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int KILLED = 137;

    private final Path folder;
    private final Durability durability;
    private final List<String> options;
    private final int port = Ports.free(0, 1);
    private Process process;

    private BrokerProcess(Path folder, Durability durability, List<String> options)
            throws IOException {
        this.folder = folder;
        this.durability = durability;
        this.options = options;
        this.process = launched();
    }

    /** Starts on an empty folder below the given one, and returns when it answers. */
    public static BrokerProcess start(Path folder) throws IOException {
        return started(new BrokerProcess(folder, Durability.FSYNC, List.of()));
    }

    /**
     * The same with the topics' own flush settings only.
     *
     * @param options of its virtual machine
     */
    public static BrokerProcess startUnflushed(Path folder, List<String> options)
            throws IOException {
        return started(new BrokerProcess(folder, Durability.REPLICATED, options));
    }

    private static BrokerProcess started(BrokerProcess broker) {
        broker.awaitAnswer();
        return broker;
    }

    /** Where it keeps its data. */
    public Path dataFolder() {
        return folder.resolve("broker");
    }

    /** Where it listens. */
    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    /** The settings under which the product uses it. */
    public Map<String, String> settings() {
        return Map.of(
                "POSTRIDER_KAFKA_BOOTSTRAP", bootstrap(),
                "POSTRIDER_REPLICATION", "1",
                "POSTRIDER_PARTITIONS", "4");
    }

    /** The settings of one of several nodes that use it. */
    public Map<String, String> settings(String node) throws IOException {
        Map<String, String> all = new HashMap<>(settings());
        all.put("POSTRIDER_NODE_ID", node);
        all.put("POSTRIDER_NODE_ADDRESS", "127.0.0.1:" + Ports.free(0));
        return all;
    }

    /** Kills it as a crash would, and makes sure that it is dead. */
    public void killNine() throws InterruptedException {
        process.destroyForcibly();
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != KILLED) {
            throw new IllegalStateException("the kill did not bite: " + process);
        }
    }

    /** Starts it anew on what it has left, and returns when it answers. */
    public void startAgain() throws IOException {
        process = launched();
        awaitAnswer();
    }

    /** Freezes the broker: connections stay open without responses. */
    public void freeze() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Lets it go on. */
    public void thaw() throws IOException, InterruptedException {
        signal("-CONT");
        awaitAnswer();
    }

    @Override
    public void close() {
        // Its folder is deleted after this.
        process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", name, Long.toString(process.pid())).start();
        if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IllegalStateException("the signal " + name + " was not taken: " + process);
        }
    }

    private void awaitAnswer() {
        try (Admin admin =
                Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap()))) {
            Awaitility.await().atMost(PATIENCE).until(() -> answers(admin));
        }
    }

    private static boolean answers(Admin admin) throws InterruptedException {
        try {
            return !admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty();
        } catch (ExecutionException | TimeoutException _) {
            return false;
        }
    }

    private Process launched() throws IOException {
        return Jvm.of(
                        BrokerMain.class.getName(),
                        "-Xmx256m",
                        options,
                        dataFolder().toString(),
                        Integer.toString(port),
                        durability.name())
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("broker.log").toFile()))
                .start();
    }
}
