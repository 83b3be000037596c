package io.postrider.api.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.reactive.server.WebTestClient;

/** How the reference is handed out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReferenceRoutesTest {

    /** A link of the contents to a file beside the pages of the console. */
    private static final Pattern LINK =
            Pattern.compile("\\(" + Pattern.quote(TestApi.BASE_URL) + "([^)]+[.]md)\\)");

    private TestApi api;
    private WebTestClient reader;

    @BeforeAll
    void start() {
        api = new TestApi();
        reader =
                WebTestClient.bindToRouterFunction(new ReferenceRoutes(TestApi.BASE_URL).routes())
                        .build();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void theContentsAreTextAndEachLinkLeadsToMarkdown() {
        String contents = read("/llms.txt", "text/plain;charset=UTF-8");

        List<String> links = LINK.matcher(contents).results().map(found -> found.group(1)).toList();
        assertThat(links).hasSizeGreaterThan(200).doesNotHaveDuplicates();
        for (String link : links) {
            assertThat(read(link, "text/markdown;charset=UTF-8")).startsWith("# ");
        }
        assertThat(links)
                .contains(
                        "/user/api/reference/keys/createKey.md",
                        "/user/api/reference/schema-registry/lookUpSchema.md",
                        "/user/api/reference/outgoing-webhooks/onLinkClicked.md",
                        "/user/api/reference/problems.md");
    }

    @Test
    void aFileHasTheHeadingsOfThePageAndTheAddressOfThisService() {
        String file =
                read("/user/api/reference/links/createLink.md", "text/markdown;charset=UTF-8");

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
                .contains("- `slug_taken`: Another link has this slug")
                .contains("```bash\ncurl --fail-with-body -X POST '" + TestApi.BASE_URL)
                .doesNotContain(".invalid");
    }

    @Test
    void missingFilesAreNotFound() {
        for (String path :
                List.of(
                        "/user/api/reference/keys/none.md",
                        "/user/api/reference/links/createKey.md",
                        "/user/api/reference/none.md")) {
            reader.get().uri(path).exchange().expectStatus().isNotFound();
        }
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
