package io.postrider.systemtests.cluster;

import io.postrider.systemtests.BuiltTree;
import io.postrider.systemtests.Ports;
import io.postrider.systemtests.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import tools.jackson.databind.json.JsonMapper;

/** The running services of docker-compose.yml, started with whichever of the two Compose programs is installed. */
final class Cluster implements AutoCloseable {

    private static final Path IMAGE_PARTS = BuiltTree.ROOT.resolve("standalone/target/lib");
    private static final Path QUICK =
            Path.of("src/test/resources/io/postrider/systemtests/cluster/quick.yml")
                    .toAbsolutePath();
    private static final Duration START_MAX = Duration.ofMinutes(5);

    /** Compose builds the image, which loads and archives all classes. */
    private static final Duration COMPOSE_MAX = Duration.ofMinutes(15);

    /** Where receivers on this machine listen for what comes out of containers. */
    private static final String PRIVATE_TARGETS = "172.16.0.0/12,192.168.0.0/16,10.0.0.0/8";

    /** Enough that each of two nodes and three brokers has some; each more costs every broker time at the start. */
    private static final String PARTITIONS = "4";

    /**
     * Brokers first, and the edges last: they read what the others write. Services of one step have no second node in
     * this file, so one after the other would interrupt their work as much as all at once.
     */
    static final List<List<String>> STEPS_OF_UPGRADE =
            List.of(
                    List.of("kafka-1"),
                    List.of("kafka-2"),
                    List.of("kafka-3"),
                    List.of("projections-1"),
                    List.of("projections-2"),
                    List.of("webhook-dispatcher", "channel-gateway", "automation-engine"),
                    List.of("command-api-1"),
                    List.of("command-api-2"));

    private final String project = "postrider-test-" + ProcessHandle.current().pid();
    private final List<String> compose;
    private final int port = Ports.free(0);
    private final int registryPort = Ports.free(0);
    private final List<Integer> brokerPorts = List.of(Ports.free(0), Ports.free(0), Ports.free(0));

    private Cluster(List<String> compose) {
        this.compose = compose;
    }

    /** Builds the image and starts everything, on volumes of its own. */
    static Cluster start() throws IOException, InterruptedException {
        if (!Files.isDirectory(IMAGE_PARTS)) {
            throw new IllegalStateException(IMAGE_PARTS + " is missing: run ./postrider build");
        }
        Cluster cluster = new Cluster(compose());
        try {
            var _ = cluster.compose("up", "-d", "--build");
            Awaitility.await().atMost(START_MAX).until(cluster::isSetUp);
            return cluster;
        } catch (RuntimeException | IOException | InterruptedException e) {
            System.err.println(cluster.compose("ps"));
            System.err.println(cluster.compose("logs", "--no-color", "--tail", "60"));
            cluster.close();
            throw e;
        }
    }

    /** The public host and port. */
    String address() {
        return "localhost:" + port;
    }

    /** The public address. */
    String url() {
        return "http://" + address();
    }

    /** Where clients on this machine reach the brokers. */
    String bootstrap() {
        return brokerPorts.stream().map(at -> "localhost:" + at).collect(Collectors.joining(","));
    }

    /** Confluent's interface of the schema registry. */
    String registry() {
        return "http://localhost:" + registryPort + "/apis/ccompat/v7";
    }

    /** The file that the first start has left. */
    String firstRun() throws IOException, InterruptedException {
        return inContainer("command-api-1", "cat", "/var/lib/postrider/first-run.json");
    }

    /** The key that the first start has made. */
    String apiKey() throws IOException, InterruptedException {
        return new JsonMapper().readTree(firstRun()).path("api_key").asString();
    }

    /** Kills a service's container as a crash would, and makes sure that it is dead. */
    void killNine(String service) throws IOException, InterruptedException {
        String container = container(service);
        var _ =
                Programs.run(
                        BuiltTree.ROOT, "", List.of("docker", "kill", "--signal=KILL", container));
        String state =
                Programs.run(
                        BuiltTree.ROOT,
                        "",
                        List.of("docker", "inspect", "-f", "{{.State.ExitCode}}", container));
        if (!state.strip().equals("137")) {
            throw new IllegalStateException("the kill of " + service + " did not bite: " + state);
        }
    }

    /** Starts a service that was killed. */
    void startAgain(String service) throws IOException, InterruptedException {
        var _ = Programs.run(BuiltTree.ROOT, "", List.of("docker", "start", container(service)));
    }

    /** Stops services in an orderly way, starts them again and waits until their health checks pass. */
    void restart(List<String> services) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("restart"));
        command.addAll(services);
        var _ = compose(command.toArray(String[]::new));
        for (String service : services) {
            List<String> health =
                    List.of(
                            "docker",
                            "inspect",
                            "-f",
                            "{{.State.Health.Status}}",
                            container(service));
            Awaitility.await()
                    .atMost(START_MAX)
                    .until(() ->
                            Programs.run(BuiltTree.ROOT, "", health).strip().equals("healthy"));
        }
    }

    @Override
    public void close() throws IOException {
        try {
            var _ = compose("down", "--volumes", "--timeout", "5");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isSetUp() throws IOException, InterruptedException {
        try {
            return !apiKey().isEmpty();
        } catch (IllegalStateException _) {
            return false;
        }
    }

    private String container(String service) throws IOException, InterruptedException {
        return compose("ps", "-a", "-q", service).strip();
    }

    private String inContainer(String service, String... command)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("exec", "-T", service));
        all.addAll(Arrays.asList(command));
        return compose(all.toArray(String[]::new));
    }

    private String compose(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(compose);
        command.addAll(List.of("-f", "docker-compose.yml", "-f", QUICK.toString()));
        command.addAll(List.of("-p", project));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder program = new ProcessBuilder(command).directory(BuiltTree.ROOT.toFile());
        program.environment().put("POSTRIDER_PORT", Integer.toString(port));
        program.environment().put("POSTRIDER_BASE_URL", url());
        program.environment().put("POSTRIDER_REGISTRY_PORT", Integer.toString(registryPort));
        for (int broker = 0; broker < brokerPorts.size(); broker++) {
            program.environment()
                    .put(
                            "POSTRIDER_KAFKA_PORT_" + (broker + 1),
                            Integer.toString(brokerPorts.get(broker)));
        }
        program.environment().put("POSTRIDER_EGRESS_ALLOW", PRIVATE_TARGETS);
        program.environment().put("POSTRIDER_PARTITIONS", PARTITIONS);
        return Programs.run(program, "", COMPOSE_MAX);
    }

    private static List<String> compose() throws IOException, InterruptedException {
        try {
            var _ = Programs.run(BuiltTree.ROOT, "", List.of("docker", "compose", "version"));
            return List.of("docker", "compose");
        } catch (IllegalStateException _) {
            var _ = Programs.run(BuiltTree.ROOT, "", List.of("docker-compose", "version"));
            return List.of("docker-compose");
        }
    }
}
