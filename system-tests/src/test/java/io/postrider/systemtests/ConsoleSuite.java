package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The tests in the folder {@code browser}, run by Playwright in Chromium against a Postrider of their own. */
final class ConsoleSuite {

    private static final Path FOLDER = Path.of("browser");
    private static final Path OUTPUT = Path.of("target", "browser").toAbsolutePath();

    /** The user that the provider lets in. */
    private static final String ADA = "ada.elsewhere@example.com";

    private ConsoleSuite() {}

    /**
     * Runs some of the tests, insists on all of them, and returns how many there are.
     *
     * @param folder where the data folder lies
     * @param settings of the tests
     * @param limit after which Playwright ends, and says what it was at
     * @param files of tests; none for all
     */
    static int run(Path folder, Map<String, String> settings, Duration limit, String... files)
            throws Exception {
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
            List<String> command = new ArrayList<>(List.of("npx", "playwright", "test"));
            command.addAll(List.of(files));
            ProcessBuilder tests = new ProcessBuilder(command).directory(FOLDER.toFile());
            tests.environment().putAll(settings);
            tests.environment()
                    .put("POSTRIDER_BROWSER_LIMIT_MINUTES", Long.toString(limit.toMinutes()));
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
            run(tests, postrider, limit.plusMinutes(1));
        }
        JsonNode stats = new JsonMapper().readTree(Files.readString(report)).path("stats");
        assertThat(stats.path("skipped").asInt()).isZero();
        assertThat(stats.path("flaky").asInt()).isZero();
        return stats.path("expected").asInt();
    }

    private static void run(ProcessBuilder tests, PostriderProcess postrider, Duration limit)
            throws Exception {
        try {
            var _ = Programs.run(tests, "", limit);
        } catch (IllegalStateException e) {
            throw new AssertionError(e.getMessage() + "\nMeanwhile " + postrider.lastOutput(), e);
        }
    }

    /**
     * Where the browser is: the headless shell first, which takes two thirds of the time of the whole browser. A machine
     * without one fails, since what is skipped is not tested.
     */
    private static String chromium() throws IOException {
        Optional<Path> found =
                Stream.concat(
                                Stream.ofNullable(System.getenv("POSTRIDER_CHROMIUM"))
                                        .map(Path::of),
                                Stream.of(
                                                "chromium-headless-shell",
                                                "chromium",
                                                "chromium-browser",
                                                "google-chrome")
                                        .flatMap(ConsoleSuite::onPath))
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
