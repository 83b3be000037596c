package io.postrider.api.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.api.contract.Contract;
import io.postrider.testkit.contract.ContractDocument;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.JsonNode;

/** The reference as it is read without JavaScript. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceRoutesTest {

    private static final Pattern LINK = Pattern.compile("\\]\\((.+?)\\)");

    private TestApi api;
    private WebTestClient reader;
    private ContractDocument contract;
    private JsonNode document;

    @BeforeAll
    void start() {
        api = new TestApi();
        contract = api.contract();
        document = api.bean(Contract.class).document();
        reader =
                WebTestClient.bindToRouterFunction(
                                new ReferenceRoutes(api.bean(Contract.class)).routes())
                        .build();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void theContentsLeadToAFileOfEveryOperation() {
        String contents = read("/llms.txt", "text/plain;charset=UTF-8");

        assertThat(contents)
                .startsWith("# Postrider\n\n> ")
                .contains("\n## Keys\n", "\n## Optional\n");
        List<String> links = LINK.matcher(contents).results().map(found -> found.group(1)).toList();
        assertThat(links).allMatch(link -> link.startsWith(TestApi.BASE_URL + "/"));
        List<String> files =
                links.stream()
                        .filter(link -> link.endsWith(".md"))
                        .map(link -> link.substring(TestApi.BASE_URL.length()))
                        .toList();
        assertThat(files)
                .hasSize(contract.operations().size() + document.path("webhooks").size() + 1)
                .doesNotHaveDuplicates()
                .allSatisfy(file -> read(file, "text/markdown;charset=UTF-8"));
        assertThat(files)
                .contains(
                        "/user/api/reference/keys/createKey.md",
                        "/user/api/reference/schema-registry/lookUpSchema.md",
                        "/user/api/reference/outgoing-webhooks/onLinkClicked.md",
                        "/user/api/reference/problems.md");
    }

    @Test
    void aFileHasTheHeadingsOfThePageAndSaysWhatIsNotThere() {
        String file = read("/user/api/reference/links/createLink.md");

        assertThat(file.lines().filter(line -> line.matches("##? .*")))
                .containsExactly(
                        "# Make a short link",
                        "## Parameters",
                        "## Request body",
                        "## cURL",
                        "## Responses");
        assertThat(file)
                .contains("`POST /api/v1/links`", "an API key with the scope `links:write`")
                .contains("| `Idempotency-Key` | header | string | Optional |")
                .contains("- `url` (Required) string")
                .contains("- `slug_taken`: Another link has this slug");
        assertThat(read("/user/api/reference/people/listSessions.md"))
                .contains("## Parameters\n\nNone\n", "## Request body\n\nNone\n");
    }

    @Test
    void everyFileHasACommandThatSaysAllThereIsToSay() {
        for (ContractDocument.Operation operation : contract.operations()) {
            String surface = ReferenceFiles.slug(operation.node().at("/tags/0").asString());
            String file = read("/user/api/reference/" + surface + "/" + operation.id() + ".md");
            assertThat(file)
                    .as(operation.id())
                    .containsPattern(
                            "## cURL\n\n```bash\ncurl --fail-with-body .*'" + TestApi.BASE_URL)
                    .doesNotContainPattern("'" + TestApi.BASE_URL + "[^']*[{}]");
        }
    }

    @Test
    void aCommandHoldsTheFirstExampleWhateverIsInIt() {
        String file = read("/user/api/reference/people/signIn.md");

        assertThat(file)
                .contains(
                        """
                        curl --fail-with-body -X POST 'http://short.test/api/v1/session' \\
                          --cookie-jar postrider-cookies.txt \\
                          -H 'Accept: application/json' \\
                          -H 'Content-Type: application/json' \\
                          --data-raw '{
                          "email": "ada@example.com",
                          "password": "correct horse battery"
                        }'
                        """);
        assertThat(read("/user/api/reference/people/signOut.md"))
                .contains(
                        "--cookie postrider-cookies.txt \\\n", "-H \"X-CSRF-Token: $CSRF_TOKEN\"");
        assertThat(CurlCommand.quoted("It's `$here`")).isEqualTo("'It'\\''s `$here`'");
    }

    @Test
    void whatIsNotThereIsNotThere() {
        for (String path :
                List.of(
                        "/user/api/reference/keys/none.md",
                        "/user/api/reference/links/createKey.md",
                        "/user/api/reference/none.md")) {
            reader.get().uri(path).exchange().expectStatus().isNotFound();
        }
    }

    @Test
    void theCodesOfProblemsAreOneFile() {
        assertThat(read("/user/api/reference/problems.md"))
                .contains("- `slug_taken`: ", "- `body_too_large`: ", "- `not_found`: ");
    }

    private String read(String path) {
        return read(path, "text/markdown;charset=UTF-8");
    }

    private String read(String path, String type) {
        String text =
                reader.get()
                        .uri(path)
                        .exchange()
                        .expectStatus()
                        .isOk()
                        .expectHeader()
                        .valueEquals(HttpHeaders.CONTENT_TYPE, type)
                        .expectBody(String.class)
                        .returnResult()
                        .getResponseBody();
        assertThat(text).isNotNull();
        return text == null ? "" : text;
    }
}
