package io.postrider.identity.auth;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

/** Which pages may use a key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossOriginTest {

    private static final String LINKS = "/api/v1/links";
    private static final String PAGE = "https://app.example.com";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    @Verifies("cors")
    void preflightsAllowKeysAndNoCookies() {
        Response told =
                api.anonymous()
                        .with("Origin", PAGE)
                        .with("Access-Control-Request-Method", "PATCH")
                        .with("Access-Control-Request-Headers", "authorization, if-match")
                        .send(HttpMethod.OPTIONS, LINKS + "/lnk_x", null);

        assertThat(told.status()).isEqualTo(204);
        assertThat(told.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(told.header("Access-Control-Allow-Methods")).contains("PATCH");
        assertThat(told.header("Access-Control-Allow-Headers"))
                .contains("Authorization", "If-Match");
        assertThat(told.header("Access-Control-Allow-Credentials")).isEmpty();
    }

    /** As the stock client for JavaScript sends them from a page: version 7 of its package, and helpers of it. */
    @Test
    @Verifies("cors")
    void theStockClientOfOpenAiMaySendAllItSends() {
        List<String> sent =
                List.of(
                        "accept",
                        "authorization",
                        "content-type",
                        "openai-beta",
                        "openai-organization",
                        "openai-project",
                        "user-agent",
                        "x-stainless-arch",
                        "x-stainless-custom-poll-interval",
                        "x-stainless-helper-method",
                        "x-stainless-lang",
                        "x-stainless-os",
                        "x-stainless-package-version",
                        "x-stainless-poll-helper",
                        "x-stainless-retry-count",
                        "x-stainless-runtime",
                        "x-stainless-runtime-version",
                        "x-stainless-timeout");

        assertThat(allowed(String.join(",", sent))).containsAll(sent);
        assertThat(allowed("X-Stainless-Made-Up-Later, X-Stainless-OS"))
                .contains("x-stainless-made-up-later", "x-stainless-os");
    }

    @Test
    @Verifies("cors")
    void nothingElseIsAllowedForBeingAskedFor() {
        assertThat(allowed("workspace,x-csrf-token,cookie,x-stainless-,x-stainless-é,not-ours"))
                .isEqualTo(allowed("accept"))
                .contains("accept");
    }

    /** What a browser may send that asks for these headers, in small letters as it compares them. */
    private List<String> allowed(String asked) {
        Response told =
                api.anonymous()
                        .with("Origin", PAGE)
                        .with("Access-Control-Request-Method", "POST")
                        .with("Access-Control-Request-Headers", asked)
                        .send(HttpMethod.OPTIONS, "/api/v1/chat/completions", null);
        return told.header("Access-Control-Allow-Headers")
                .toLowerCase(Locale.ROOT)
                .transform(names -> List.of(names.split(", ", -1)));
    }

    @ParameterizedTest
    @Verifies("key-restrictions")
    @CsvSource({
        "https://app.example.com,      200",
        "HTTPS://APP.example.com:443,  200",
        "http://short.test,            200",
        "http://app.example.com,       403",
        "https://app.example.com:8443, 403",
        "https://evil.example,         403",
        "https://app.example.com/,     403",
        "null,                         403",
        "'',                           403",
    })
    void aKeyIsForThePagesOfItsOriginsAlone(String origin, int status) {
        String token = api.key(TestApi.WORKSPACE, key -> with(key, "origins", List.of(PAGE)));

        Response told = api.callerAs(token).with("Origin", origin).get("/api/v1/me");

        assertThat(told.status()).isEqualTo(status);
        if (status == 403) {
            assertThat(told.code()).isEqualTo("origin_not_allowed");
        }
        assertThat(api.callerAs(token).get("/api/v1/me").status()).isEqualTo(200);
    }

    @Test
    @Verifies("key-restrictions")
    void aKeyWithoutOriginsIsForNoPageAndNothingIsDone() {
        Caller page = api.caller().with("Origin", PAGE);

        Response told = page.post(LINKS, "{\"url\":\"https://example.com/\"}");

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("origin_not_allowed");
        assertThat(told.header("Access-Control-Allow-Origin")).isEqualTo("*");
        assertThat(api.log().commands()).isEmpty();
    }

    @Test
    void aPageReadsTheHeadersThatItNeeds() {
        String token = api.key(TestApi.WORKSPACE, key -> with(key, "origins", List.of(PAGE)));

        Response told = api.callerAs(token).with("Origin", PAGE).get("/api/v1/me");

        assertThat(told.header("Access-Control-Expose-Headers"))
                .contains("Allow", "Consistency-Token", "ETag", "RateLimit", "Retry-After")
                .contains("X-Request-Id");
    }

    @Test
    void aPageWithoutAKeyLearnsThatItNeedsOne() {
        Response told = api.anonymous().with("Origin", PAGE).get("/api/v1/me");

        assertThat(told.status()).isEqualTo(401);
        assertThat(told.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }
}
