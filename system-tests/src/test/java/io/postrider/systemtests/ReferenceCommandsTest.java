package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.testkit.contract.ContractDocument;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every command of the API reference, letter by letter as its page shows it, run by one bash against a running server. */
@ExtendWith(SharedPostrider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceCommandsTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");
    private static final Pattern FILE =
            Pattern.compile("/user/api/reference/[a-z-]+/([A-Za-z]+)\\.md");
    private static final Pattern COMMAND =
            Pattern.compile("## cURL\n\n```bash\n(.*?)\n```\n", Pattern.DOTALL);

    /** The operations whose examples need a password, second factor, code, session or provider that does not exist. */
    private static final Set<String> NOT_TO_BE_GUESSED =
            Set.of(
                    "signIn",
                    "signOutThere",
                    "confirmSecondFactor",
                    "renewRecoveryCodes",
                    "disableSecondFactor",
                    "startOidcSignIn",
                    "finishOidcSignIn",
                    "verifyCallback",
                    "verifyEndpoint",
                    "receiveCallback",
                    "publishAtEndpoint",
                    "testEndpoint",
                    "resendEndpointDelivery",
                    "inferSchema");

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration ALL_MAX = Duration.ofMinutes(4);

    /** Runs the command in each folder; before it, the one that signs in, whose answer has the token that pages send. */
    private static final String SCRIPT =
            """
            for each; do
                (
                    cd "$each"
                    if [ -f sign-in ]; then
                        . ./sign-in >signed-in 2>&1
                        export CSRF_TOKEN=$(sed -n 's/.*"csrf_token":"\\([^"]*\\)".*/\\1/p' signed-in)
                    fi
                    . ./command >printed 2>&1
                    echo $? >exit
                )
            done
            """;

    private final AtomicInteger invited = new AtomicInteger();

    private Workspace postrider;
    private ReferenceCommands commands;
    private ContractDocument contract;
    private Path shell;

    @BeforeAll
    void start(Workspace workspace, @TempDir Path folder) throws Exception {
        postrider = workspace;
        JsonNode document = JSON.readTree(text("/api/v1/openapi.json"));
        commands = new ReferenceCommands(document);
        contract = ContractDocument.of(document);
        shell = Files.createDirectory(folder.resolve("shell"));
        // The commands themselves are run as they are.
        Files.writeString(
                shell.resolve(".curlrc"),
                "silent\nmax-time = 60\nwrite-out = \"\\n%{http_code}\"\n");
    }

    @Test
    void everyCommandRunsAndIsAnsweredAsPromised() throws Exception {
        ExampleRequests examples = new ExampleRequests(contract, this::value);
        Map<String, ReferenceCommands.Fill> fills = new LinkedHashMap<>();
        for (Operation operation : contract.operations()) {
            fills.put(operation.id(), fill(operation, examples.of(operation)));
        }
        Map<String, String> all = commands.of(fills);
        for (Operation operation : contract.operations()) {
            prepare(operation, requireNonNull(all.get(operation.id())));
        }

        run(all.keySet());

        assertThat(contract.operations()).hasSizeGreaterThan(30);
        SoftAssertions answers = new SoftAssertions();
        for (Operation operation : contract.operations()) {
            Ran ran = ran(operation.id());
            boolean isRefused = NOT_TO_BE_GUESSED.contains(operation.id());
            String told = "%s%n%s%n%s".formatted(operation, all.get(operation.id()), ran.printed());
            answers.assertThat(ran.status())
                    .as(told)
                    .isBetween(isRefused ? 401 : 200, isRefused ? 422 : 399);
            answers.assertThat(
                            operation.node().path("responses").has(Integer.toString(ran.status())))
                    .as("%s promises %d", operation, ran.status())
                    .isTrue();
            answers.assertThat(ran.exit()).as(told).isEqualTo(isRefused ? 22 : 0);
        }
        answers.assertAll();
    }

    @Test
    void thePageAndTheMarkdownHaveTheSameCommands() throws Exception {
        Map<String, String> written = new LinkedHashMap<>();
        Matcher files = FILE.matcher(text("/llms.txt"));
        while (files.find()) {
            Matcher command = COMMAND.matcher(text(files.group()));
            if (command.find()) {
                written.put(files.group(1), command.group(1));
            }
        }

        assertThat(written).isEqualTo(commands.all());
        assertThat(written.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        contract.operations().stream().map(Operation::id).toList());
    }

    @Test
    void aStreamIsPrintedAsItComes() throws Exception {
        String id = "createChatCompletion";
        String command =
                commands.of(
                        id,
                        new ReferenceCommands.Fill(
                                Map.of(),
                                "{\"model\":\"echo-1\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"It's here\"}]}"));
        write("stream", "command", command);

        run(List.of("stream"));

        Ran ran = ran("stream");
        assertThat(command).contains("--no-buffer", "It'\\''s here");
        assertThat(ran.status()).isEqualTo(200);
        assertThat(ran.printed()).contains("It's ", "data: [DONE]");
    }

    /** The values that exist, in place of those that the page proposes. */
    private static ReferenceCommands.Fill fill(Operation operation, Request request) {
        JsonNode medium =
                operation.node().at("/requestBody/content").valueStream().findFirst().orElse(null);
        boolean filled = medium != null && medium.has("x-postrider-example-from");
        return new ReferenceCommands.Fill(path(operation, request), filled ? request.body() : null);
    }

    /** The value at a place of an answer; lists are asked again until it is there. */
    private JsonNode value(Request request, String place) {
        Callable<JsonNode> answer = () -> HttpNode.json(sent(request)).at(place);
        if (request.method().equals("GET")) {
            return await().atMost(PATIENCE).until(answer, found -> !found.isMissingNode());
        }
        try {
            return answer.call();
        } catch (Exception e) {
            throw new AssertionError("no answer to " + request, e);
        }
    }

    private HttpResponse<String> sent(Request request) throws Exception {
        String[] headers =
                request.headers().entrySet().stream()
                        .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                        .toArray(String[]::new);
        String body = requireNonNullElse(request.body(), "");
        // A second invitation of one address would take back the first one, which a command needs.
        String own =
                request.path().endsWith("/invitations")
                        ? body.replace("@", "-" + invited.incrementAndGet() + "@")
                        : body;
        return postrider.write(request.method(), request.path(), own, headers);
    }

    private static Map<String, String> path(Operation operation, Request request) {
        // A group of a pattern cannot have every name that a variable can.
        List<String> names =
                VARIABLE.matcher(operation.path()).results().map(name -> name.group(1)).toList();
        String pattern =
                VARIABLE.matcher(operation.path().replace("+", "\\+")).replaceAll("([^/]+?)");
        Matcher values = Pattern.compile(pattern).matcher(request.path());
        assertThat(values.matches()).as(request + " is of " + operation).isTrue();
        Map<String, String> path = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            path.put(names.get(i), values.group(i + 1));
        }
        return path;
    }

    private void prepare(Operation operation, String command) throws Exception {
        write(operation.id(), "command", command);
        if (operation.node().at("/security/0").has("session")) {
            write(operation.id(), "sign-in", signIn(operation.id()));
        }
    }

    /** The command of the reference by which a new user with the password of the examples joins the workspace. */
    private String signIn(String name) throws Exception {
        JsonNode invitation =
                HttpNode.json(
                        postrider.post(
                                "/api/v1/workspaces/" + postrider.id() + "/invitations",
                                JSON.createObjectNode()
                                        .put(
                                                "email",
                                                name.toLowerCase(Locale.ROOT) + "@example.com")
                                        .put("role", "admin")
                                        .toString()));
        String body =
                JSON.createObjectNode()
                        .put("token", invitation.path("token").asString())
                        .put("name", "Ada")
                        .put("password", "correct horse battery")
                        .toString();
        return commands.of("joinByInvitation", new ReferenceCommands.Fill(Map.of(), body));
    }

    private void write(String folder, String file, String text) throws IOException {
        Files.writeString(
                Files.createDirectories(shell.resolve(folder)).resolve(file), text + "\n");
    }

    private void run(Collection<String> folders) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "--norc", "-c", SCRIPT, "bash"));
        command.addAll(folders);
        ProcessBuilder bash = new ProcessBuilder(command).directory(shell.toFile());
        bash.environment()
                .putAll(Map.of("CURL_HOME", shell.toString(), "API_KEY", postrider.apiKey()));
        var _ = Programs.run(bash, "", ALL_MAX);
    }

    /**
     * The end of a command.
     *
     * @param exit of curl
     */
    private record Ran(String printed, int status, int exit) {}

    private Ran ran(String folder) throws IOException {
        // Not every answer is text.
        String printed =
                new String(Files.readAllBytes(shell.resolve(folder).resolve("printed")), UTF_8);
        int line = printed.lastIndexOf('\n');
        return new Ran(
                printed.substring(0, Math.max(0, line)),
                Integer.parseInt(printed.substring(line + 1).strip()),
                Integer.parseInt(Files.readString(shell.resolve(folder).resolve("exit")).strip()));
    }

    private String text(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    http.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://localhost:" + postrider.port() + path))
                                    .timeout(PATIENCE)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString(UTF_8));
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        }
    }
}
