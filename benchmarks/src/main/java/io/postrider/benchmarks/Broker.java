package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Pause;
import io.postrider.platform.kafka.Durability;
import io.postrider.standalone.broker.BrokerPorts;
import io.postrider.standalone.broker.EmbeddedBroker;
import io.postrider.standalone.broker.EmbeddedBrokerSettings;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The product's broker and nothing else, in a process of its own, which takes any client: the log of several nodes. */
final class Broker implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofSeconds(60);

    private final Process process;
    private final int port;

    private Broker(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static Broker start(Setup setup) {
        int port = Setup.freePort();
        Path folder = setup.folder("broker");
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dlogback.configurationFile=logback-benchmarks.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broker.class.getName(),
                        folder.resolve("kafka").toString(),
                        Integer.toString(port),
                        Integer.toString(Setup.freePort()));
        File output = folder.resolve("output.log").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        try {
            Broker broker = new Broker(Children.add(builder.start()), port);
            if (!Pause.until(START_MAX, broker::listens)) {
                throw new BenchmarkException("the broker did not start; see " + output);
            }
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String bootstrap() {
        return "127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
    }

    private boolean listens() {
        try (Socket _ = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /** Runs in a folder on two ports until it is killed. */
    public static void main(String[] arguments) throws InterruptedException {
        var _ =
                EmbeddedBroker.start(
                        new EmbeddedBrokerSettings(
                                Path.of(arguments[0]),
                                new BrokerPorts(
                                        Integer.parseInt(arguments[1]),
                                        Integer.parseInt(arguments[2])),
                                Durability.FSYNC,
                                Optional.empty()));
        new CountDownLatch(1).await();
    }
}
