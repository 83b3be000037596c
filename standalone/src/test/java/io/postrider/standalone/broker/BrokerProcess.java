package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;

/** The embedded broker in a process of its own, to be killed. */
final class BrokerProcess implements AutoCloseable {

    private static final String READY = "ready ";

    private final Process process;
    private final Path folder;
    private final String bootstrapServers;

    private BrokerProcess(Process process, Path folder, String bootstrapServers) {
        this.process = process;
        this.folder = folder;
        this.bootstrapServers = bootstrapServers;
    }

    /** Returns when the broker is up and has the test topic. */
    static BrokerProcess start(Path folder) throws IOException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx256m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BrokerProcess.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        while (line != null && !line.startsWith(READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("The broker's process ended before it was ready");
        }
        return new BrokerProcess(process, folder, line.substring(READY.length()));
    }

    /** The settings of a stock client. */
    Map<String, Object> client() {
        Map<String, Object> all =
                new HashMap<>(BrokerSecret.open(Brokers.secret(folder)).shown().values());
        all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        return all;
    }

    /** Ends it like {@code kill -9}, and makes sure that it had still been alive. */
    void kill() throws InterruptedException {
        assertThat(process.isAlive()).isTrue();
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Runs the broker in the folder that is the first argument until it is killed. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            EmbeddedBroker broker = Brokers.start(Path.of(arguments[0]), Durability.FSYNC);
            Brokers.createTestTopic(broker);
            System.out.println(READY + broker.bootstrapServers());
        } catch (Exception e) {
            e.printStackTrace();
            // The broker's threads would keep the process, and its readers, alive.
            Runtime.getRuntime().halt(1);
        }
        new CountDownLatch(1).await();
    }
}
