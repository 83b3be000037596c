package io.postrider.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** The provider of OpenID Connect of the folder {@code clients}, as a process of its own. */
final class OidcServer implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofMinutes(1);

    private final Process process;
    private final Path output;

    private OidcServer(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts it, and returns when it takes requests. */
    static OidcServer start(int port, String redirectUri, String email)
            throws IOException, InterruptedException {
        Path clients = ForeignClients.install().folder();
        Path output = Files.createTempFile("oidc-server", ".out");
        Process process =
                new ProcessBuilder(
                                List.of(
                                        "node",
                                        "oidc-server.mjs",
                                        Integer.toString(port),
                                        redirectUri,
                                        email))
                        .directory(clients.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        OidcServer server = new OidcServer(process, output);
        Awaitility.await()
                .atMost(START_MAX)
                .until(() -> !process.isAlive() || Files.readString(output).contains("ready"));
        return server;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.delete(output);
    }
}
