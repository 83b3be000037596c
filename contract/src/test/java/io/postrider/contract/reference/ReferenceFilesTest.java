package io.postrider.contract.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.contract.PublishedDocuments;
import io.postrider.testkit.contract.ContractDocument;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** The reference as it is read without JavaScript. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceFilesTest {

    private static final Pattern LINK = Pattern.compile("\\]\\((.+?)\\)");

    private final JsonNode document = PublishedDocuments.openApi();
    private final ContractDocument contract = ContractDocument.of(document);
    private final ReferenceFiles files = ReferenceFiles.of(document);

    @Test
    void theContentsLeadToAFileOfEveryOperation() {
        String contents = read("/llms.txt");

        assertThat(contents)
                .startsWith("# Postrider\n\n> ")
                .contains("\n## Keys\n", "\n## Optional\n");
        List<String> links = LINK.matcher(contents).results().map(found -> found.group(1)).toList();
        assertThat(links).allMatch(link -> link.startsWith(PublishedDocuments.BASE_URL + "/"));
        List<String> linked =
                links.stream()
                        .filter(link -> link.endsWith(".md"))
                        .map(link -> link.substring(PublishedDocuments.BASE_URL.length()))
                        .toList();
        assertThat(linked)
                .hasSize(contract.operations().size() + document.path("webhooks").size() + 1)
                .doesNotHaveDuplicates()
                .allSatisfy(this::read);
        assertThat(linked)
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
                        "# Create a short link",
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
                            "## cURL\n\n```bash\ncurl --fail-with-body .*'"
                                    + PublishedDocuments.BASE_URL)
                    .doesNotContainPattern("'" + PublishedDocuments.BASE_URL + "[^']*[{}]");
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
    void theCodesOfProblemsAreOneFile() {
        assertThat(read("/user/api/reference/problems.md"))
                .contains("- `slug_taken`: ", "- `body_too_large`: ", "- `not_found`: ");
    }

    private String read(String path) {
        return files.at(path).orElseThrow();
    }
}
