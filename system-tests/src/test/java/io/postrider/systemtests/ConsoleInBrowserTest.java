package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The console in Chromium: what the folder {@code browser} says that a person does and sees. */
class ConsoleInBrowserTest {

    private static final Path FOLDER = Path.of("browser");
    private static final Path OUTPUT = Path.of("target", "browser").toAbsolutePath();

    /** Whom the provider lets in. */
    private static final String ADA = "ada.elsewhere@example.com";

    @TempDir private Path folder;

    @Test
    @Verifies("console-policy")
    void everyPageDoesWhatAPersonExpects() throws Exception {
        NodeModules.install(FOLDER);
        Path report = OUTPUT.resolve("report.json");
        Files.deleteIfExists(report);
        int provider = Ports.free(0);
        try (PostriderProcess postrider =
                        PostriderProcess.startQuick(
                                folder,
                                Map.of(
                                        "POSTRIDER_OIDC_ISSUER",
                                        "http://127.0.0.1:" + provider,
                                        "POSTRIDER_OIDC_CLIENT_ID",
                                        "postrider",
                                        "POSTRIDER_OIDC_CLIENT_SECRET",
                                        "planted-client-secret"));
                OidcServer server =
                        OidcServer.start(
                                provider,
                                "http://localhost:" + postrider.port() + "/user/oidc/callback",
                                ADA)) {
            assertThat(server.isAlive()).isTrue();
            ProcessBuilder tests =
                    new ProcessBuilder("npx", "playwright", "test").directory(FOLDER.toFile());
            tests.environment()
                    .putAll(
                            Map.of(
                                    "POSTRIDER_BASE_URL",
                                    "http://localhost:" + postrider.port(),
                                    "POSTRIDER_DATA_DIR",
                                    postrider.dataFolder().toString(),
                                    "POSTRIDER_CHROMIUM",
                                    chromium(),
                                    "POSTRIDER_OIDC_EMAIL",
                                    ADA,
                                    "POSTRIDER_BROWSER_OUTPUT",
                                    OUTPUT.toString()));
            run(tests, postrider);
        }
        JsonNode stats = new JsonMapper().readTree(Files.readString(report)).path("stats");
        assertThat(stats.path("expected").asInt()).isPositive();
        assertThat(stats.path("skipped").asInt()).isZero();
        assertThat(stats.path("flaky").asInt()).isZero();
    }

    private static void run(ProcessBuilder tests, PostriderProcess postrider) throws Exception {
        try {
            var _ = Programs.run(tests, "");
        } catch (IllegalStateException e) {
            throw new AssertionError(e.getMessage() + "\nMeanwhile " + postrider.lastOutput(), e);
        }
    }

    /** Where the browser is; a machine without one fails, since what is skipped is not tested. */
    private static String chromium() throws IOException {
        Optional<Path> found =
                Stream.concat(
                                Stream.ofNullable(System.getenv("POSTRIDER_CHROMIUM"))
                                        .map(Path::of),
                                List.of("chromium", "chromium-browser", "google-chrome").stream()
                                        .flatMap(ConsoleInBrowserTest::onPath))
                        .filter(Files::isExecutable)
                        .findFirst();
        return found.orElseThrow(() ->
                        new IOException(
                                "no Chromium found; install it, or name it in"
                                        + " POSTRIDER_CHROMIUM"))
                .toString();
    }

    private static Stream<Path> onPath(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, program));
    }
}
