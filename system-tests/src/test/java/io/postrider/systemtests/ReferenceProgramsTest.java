package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The programs of the API reference: all of them are read by the tools of their language, and some run against a server. */
@ExtendWith(SharedPostrider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceProgramsTest {

    private static final int RUN = 8;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Parses each file as a module in one process; {@code node --check} takes one file and starts a process for it. */
    private static final String PARSE_MODULES =
            """
            const { readFileSync } = require('node:fs');
            const { SourceTextModule } = require('node:vm');
            for (const identifier of process.argv.slice(1)) {
                new SourceTextModule(readFileSync(identifier, 'utf8'), { identifier });
            }
            """;

    /** Operations with a body, whose example succeeds in any workspace. */
    private static final List<String> WRITES = List.of("createLink", "createKey", "createWebhook");

    enum Language {
        JAVASCRIPT(".mjs", "node"),
        PYTHON(".py", "python3"),
        JAVA(".java", ReferenceProgramsTest.JAVA),
        GO(".go", "go");

        private final String suffix;
        private final String tool;

        Language(String suffix, String tool) {
            this.suffix = suffix;
            this.tool = tool;
        }

        private String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        private List<String> run(Path program) {
            return this == GO
                    ? List.of(tool, "run", program.toString())
                    : List.of(tool, program.toString());
        }
    }

    private Workspace postrider;
    private ContractDocument contract;
    private ReferenceCommands commands;

    @BeforeAll
    void start(Workspace workspace) throws Exception {
        postrider = workspace;
        JsonNode document = new JsonMapper().readTree(document(workspace.port()));
        commands = new ReferenceCommands(document);
        contract = ContractDocument.of(document);
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyProgramIsOneOfItsLanguageAndSomeRun(Language language, @TempDir Path folder)
            throws Exception {
        assumeTrue(isInstalled(language));
        Map<String, String> programs = commands.programs(language.id(), Map.of());
        assertThat(programs).hasSizeGreaterThan(contract.operations().size() - 3);
        List<String> files = new ArrayList<>();
        for (Map.Entry<String, String> program : programs.entrySet()) {
            Path file = folder.resolve(program.getKey() + language.suffix);
            Files.writeString(file, program.getValue() + "\n");
            files.add(file.toString());
        }

        read(language, files, folder);

        List<String> runs = runs().toList();
        assertThat(runs).hasSize(RUN);
        for (String operation : runs) {
            Path file = folder.resolve(operation + language.suffix);
            ProcessBuilder program =
                    new ProcessBuilder(language.run(file)).directory(folder.toFile());
            program.environment().put("API_KEY", postrider.apiKey());
            String printed = Programs.run(program, "", LIMIT);
            assertThat(printed).as("%s in %s", operation, language.id()).startsWith("20");
        }
    }

    /** The operations that a program calls without a value of an earlier answer. */
    private Stream<String> runs() {
        Stream<String> lists =
                contract.operations().stream()
                        .filter(operation -> operation.method().equals("GET"))
                        .filter(operation -> !operation.path().contains("{"))
                        .filter(operation -> operation.node().at("/security/0").has("apiKey"))
                        .filter(ReferenceProgramsTest::answersJson)
                        .map(Operation::id);
        return Stream.concat(WRITES.stream(), lists).limit(RUN);
    }

    private static boolean answersJson(Operation operation) {
        JsonNode content = operation.node().at("/responses/200/content");
        return content.propertyNames().stream().findFirst().equals(Optional.of("application/json"));
    }

    private static void read(Language language, List<String> files, Path folder)
            throws IOException, InterruptedException {
        List<String> command =
                switch (language) {
                    case JAVASCRIPT ->
                            List.of(
                                    "node",
                                    "--no-warnings",
                                    "--experimental-vm-modules",
                                    "-e",
                                    PARSE_MODULES);
                    case PYTHON -> List.of("python3", "-m", "py_compile");
                    case JAVA -> List.of(JAVA + "c", "-d", folder.resolve("classes").toString());
                    case GO -> List.of("gofmt", "-e", "-l");
                };
        List<String> all = new ArrayList<>(command);
        all.addAll(files);
        var _ = Programs.run(new ProcessBuilder(all).directory(folder.toFile()), "", LIMIT);
    }

    private static boolean isInstalled(Language language) throws InterruptedException {
        try {
            var _ =
                    Programs.run(
                            new ProcessBuilder(
                                    language.tool,
                                    language == Language.GO ? "version" : "--version"),
                            "");
            return true;
        } catch (IOException missing) {
            return false;
        }
    }

    private static String document(int port) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + port + "/api/v1/openapi.json");
            return http.send(
                            HttpRequest.newBuilder(uri).timeout(LIMIT).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
