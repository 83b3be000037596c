package io.postrider.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The files here stand for what the console's build makes: {@code index.html} and {@code assets/app-1.js}. */
class ConsoleRoutesTest {

    private final WebTestClient browser =
            WebTestClient.bindToRouterFunction(new ConsoleRoutes(new ConsoleFiles()).routes())
                    .build();

    @Test
    @Verifies("console-policy")
    void everyAddressBelowUserShowsTheOnePageUnderAStrictPolicy() {
        for (String path : new String[] {"/user/api", "/user/api/keys/key_1", "/user/sign-in"}) {
            browser.get()
                    .uri(path)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectHeader()
                    .valueEquals("Content-Security-Policy", ConsoleRoutes.POLICY)
                    .expectHeader()
                    .valueEquals("Cache-Control", "no-cache")
                    .expectHeader()
                    .contentType("text/html")
                    .expectBody(String.class)
                    .value(page -> assertThat(page).contains("stands for the console"));
        }
        assertThat(ConsoleRoutes.POLICY)
                .startsWith("default-src 'none';")
                .contains("require-trusted-types-for 'script'")
                .doesNotContain("unsafe");
    }

    @Test
    @Verifies("response-headers")
    void noOtherSiteFramesOpensOrEmbedsThePage() {
        browser.get()
                .uri("/user/api")
                .exchange()
                .expectHeader()
                .valueEquals("Cross-Origin-Opener-Policy", "same-origin")
                .expectHeader()
                .valueEquals("Cross-Origin-Embedder-Policy", "require-corp")
                .expectHeader()
                .valueEquals("Cross-Origin-Resource-Policy", "same-origin");
        browser.get()
                .uri("/user/assets/app-1.js")
                .exchange()
                .expectHeader()
                .valueEquals("Cross-Origin-Resource-Policy", "same-origin");
        assertThat(ConsoleRoutes.POLICY).contains("frame-ancestors 'none'");
    }

    @Test
    @Verifies("response-headers")
    void overHttpsABrowserKeepsToIt() {
        try (TestApi secure = new TestApi(Map.of("POSTRIDER_BASE_URL", "https://short.test"))) {
            for (String path : new String[] {"/user/api", "/user/assets/app-1.js"}) {
                assertThat(
                                secure.callerBeyondContract()
                                        .get(path)
                                        .header("Strict-Transport-Security"))
                        .isEqualTo("max-age=31536000");
            }
        }
    }

    @Test
    void theRootLeadsABrowserToTheConsole() {
        browser.get()
                .uri("/")
                .header("Accept", "text/html,application/xml;q=0.9,*/*;q=0.8")
                .exchange()
                .expectStatus()
                .isFound()
                .expectHeader()
                .valueEquals("Location", "/user/api");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "nonsense/"})
    void otherClientsGetNotFoundAtTheRoot(String accepted) {
        try (TestApi api = new TestApi()) {
            Response told = api.anonymous().with("Accept", accepted).get("/");

            assertThat(told.status()).isEqualTo(404);
            assertThat(told.code()).isEqualTo("not_found");
        }
    }

    @Test
    void filesAreKeptForEverBecauseTheirNamesChange() {
        browser.get()
                .uri("/user/assets/app-1.js")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Cache-Control", "max-age=31536000, public, immutable")
                .expectHeader()
                .valueMatches("Content-Type", "(text|application)/javascript.*");
    }

    @Test
    void noPathLeadsOutOfTheFolder() {
        for (String name :
                new String[] {
                    "none.js",
                    "..",
                    "..%2findex.html",
                    "%2e%2e%2findex.html",
                    "..%5cindex.html",
                    "app-1.js/",
                    "index",
                    ".hidden",
                    "a/app-1.js"
                }) {
            browser.get()
                    .uri(java.net.URI.create("/user/assets/" + name))
                    .exchange()
                    .expectStatus()
                    .isNotFound();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "assets/",
                "assets/none.js",
                "assets/a/app-1.js",
                "assets/app-1.js/",
                "assets/index",
                "api/reference/none.md",
                "api/reference/links/none.md"
            })
    void missingPagesAreReportedInWords(String path) {
        try (TestApi api = new TestApi()) {
            Response told = api.anonymous().with("Accept", "text/html").get("/user/" + path);

            assertThat(told.status()).isEqualTo(404);
            assertThat(told.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(told.code()).isEqualTo("not_found");
            assertThat(told.member("request_id")).isEqualTo(told.header("X-Request-Id"));
            assertThat(told.header("Cache-Control")).isEqualTo("no-store");
            assertThat(told.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(told.header("RateLimit")).startsWith("\"anonymous\"");
        }
    }
}
