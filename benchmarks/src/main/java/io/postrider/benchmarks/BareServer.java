package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Pause;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/** A Reactor Netty server that answers everything with one redirect and does nothing else, in a process of its own. */
final class BareServer implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofSeconds(60);

    private final Process process;
    private final int port;

    private BareServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static BareServer start(Setup setup) {
        int port = Setup.freePort();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(setup.jvmFlags());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-Dlogback.configurationFile=logback-benchmarks.xml");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(BareServer.class.getName());
        command.add(Integer.toString(port));
        File output = setup.folder("bare").resolve("output.log").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        try {
            BareServer server = new BareServer(Children.add(builder.start()), port);
            if (!Pause.until(START_MAX, () -> Contender.isUp(port))) {
                throw new BenchmarkException("the bare server did not start; see " + output);
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Contender contender() {
        return new Contender("bare Reactor Netty", port);
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

    /** Serves on the given port until it is killed. */
    public static void main(String[] arguments) {
        // As many loops as the product has; Reactor Netty's own default is at least four.
        LoopResources loops =
                LoopResources.create("bare", Runtime.getRuntime().availableProcessors(), true);
        HttpServer.create()
                .port(Integer.parseInt(arguments[0]))
                .runOn(loops)
                .handle((request, response) ->
                        response.status(302).header("Location", Contender.TARGET).send())
                .bindNow()
                .onDispose()
                .block();
    }
}
