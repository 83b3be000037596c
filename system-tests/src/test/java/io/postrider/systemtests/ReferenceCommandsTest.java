package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every command of the API reference, letter by letter as its page shows it, run by bash against a running server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceCommandsTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");
    private static final Pattern FILE =
            Pattern.compile("/user/api/reference/[a-z-]+/([A-Za-z]+)\\.md");
    private static final Pattern COMMAND =
            Pattern.compile("## cURL\n\n```bash\n(.*?)\n```\n", Pattern.DOTALL);

    /** Nobody has the password, the second factor, the codes, the session or the provider of these examples. */
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
                    "receiveCallback",
                    "publishAtEndpoint",
                    "testEndpoint",
                    "resendEndpointDelivery",
                    "inferSchema");

    private final AtomicInteger people = new AtomicInteger();

    private PostriderProcess postrider;
    private ReferenceCommands commands;
    private ContractDocument contract;
    private Path shell;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        postrider = PostriderProcess.startQuick(folder, Map.of());
        JsonNode document = JSON.readTree(text("/api/v1/openapi.json"));
        commands = new ReferenceCommands(document);
        contract = ContractDocument.of(document);
        shell = Files.createDirectory(folder.resolve("shell"));
        // What a person has set up for himself: the commands themselves are run as they are.
        Files.writeString(
                shell.resolve(".curlrc"),
                "silent\nmax-time = 60\nwrite-out = \"\\n%{http_code}\"\n");
    }

    @AfterAll
    void stop() {
        postrider.close();
    }

    @Test
    void everyCommandRunsAndIsAnsweredAsPromised() throws Exception {
        ExampleRequests examples =
                new ExampleRequests(
                        contract,
                        (request, place) -> ContractOnServerTest.value(postrider, request, place));

        assertThat(contract.operations()).hasSizeGreaterThan(30);
        for (Operation operation : contract.operations()) {
            String command = command(operation, examples.of(operation));
            Ran ran = run(command, ContractOnServerTest.isOfPeople(operation) ? signedIn() : "");

            boolean isRefused = NOT_TO_BE_GUESSED.contains(operation.id());
            assertThat(ran.status())
                    .as("%s%n%s%n%s", operation, command, ran.printed())
                    .isBetween(isRefused ? 401 : 200, isRefused ? 422 : 399);
            assertThat(operation.node().path("responses").has(Integer.toString(ran.status())))
                    .as(operation + " promises " + ran.status())
                    .isTrue();
            assertThat(ran.exit()).as(command).isEqualTo(isRefused ? 22 : 0);
        }
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
        String command =
                commands.of(
                        "createChatCompletion",
                        Map.of(),
                        "{\"model\":\"echo-1\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"It's here\"}]}");

        Ran ran = run(command, "");

        assertThat(command).contains("--no-buffer", "It'\\''s here");
        assertThat(ran.status()).isEqualTo(200);
        assertThat(ran.printed()).contains("It's ", "data: [DONE]");
    }

    /** The command as the page shows it once the values that exist are filled in. */
    private String command(Operation operation, Request request) throws Exception {
        JsonNode medium =
                operation.node().at("/requestBody/content").valueStream().findFirst().orElse(null);
        boolean filled = medium != null && medium.has("x-postrider-example-from");
        return commands.of(
                operation.id(), path(operation, request), filled ? request.body() : null);
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

    /**
     * Comes in as somebody new, with the password of the examples, by the command of the reference; tells the token that its
     * answer has.
     */
    private String signedIn() throws Exception {
        String workspace =
                JSON.readTree(Files.readString(postrider.dataFolder().resolve("first-run.json")))
                        .path("workspace_id")
                        .asString();
        String address = "person-" + people.incrementAndGet() + "@example.com";
        JsonNode invitation =
                PostriderProcess.json(
                        postrider.post(
                                "/api/v1/workspaces/" + workspace + "/invitations",
                                JSON.createObjectNode()
                                        .put("email", address)
                                        .put("role", "admin")
                                        .toString()));
        String body =
                JSON.createObjectNode()
                        .put("token", invitation.path("token").asString())
                        .put("name", "Ada")
                        .put("password", "correct horse battery")
                        .toString();
        Ran ran = run(commands.of("joinByInvitation", Map.of(), body), "");
        assertThat(ran.status()).as(ran.printed()).isEqualTo(200);
        return JSON.readTree(ran.printed()).path("csrf_token").asString();
    }

    /**
     * What a command printed and came to.
     *
     * @param exit of curl
     */
    private record Ran(String printed, int status, int exit) {}

    private Ran run(String command, String csrf) throws IOException, InterruptedException {
        ProcessBuilder bash =
                new ProcessBuilder("bash", "--norc", "-c", command + "\nprintf ' %s' $?")
                        .directory(shell.toFile());
        bash.environment()
                .putAll(
                        Map.of(
                                "CURL_HOME", shell.toString(),
                                "API_KEY", postrider.apiKey(),
                                "CSRF_TOKEN", csrf));
        String printed = Programs.run(bash, "");
        int line = printed.lastIndexOf('\n');
        String[] end = printed.substring(line + 1).split(" ", -1);
        return new Ran(
                printed.substring(0, line), Integer.parseInt(end[0]), Integer.parseInt(end[1]));
    }

    private String text(String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response =
                    http.send(
                            HttpRequest.newBuilder(
                                            URI.create(
                                                    "http://localhost:" + postrider.port() + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString(UTF_8));
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            return response.body();
        }
    }
}
