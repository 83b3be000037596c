package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** A page of another site cannot make a browser change anything. */
class FromOtherSitesTest {

    private static final String SESSION = "/api/v1/session";
    private static final String ADA = "ada@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);

    @BeforeEach
    void adaIsThere() {
        people.user(ADA);
    }

    @ParameterizedTest
    @Verifies("cookie-writes")
    @CsvSource({
        "right, same-origin, '',                    204",
        "right, '',          https://short.test,    204",
        "right, '',          '',                    204",
        "wrong, same-origin, '',                    403",
        "none,  same-origin, '',                    403",
        "right, cross-site,  '',                    403",
        "right, same-site,   '',                    403",
        "right, none,        '',                    403",
        "right, '',          https://evil.example,  403",
        "right, '',          null,                  403",
    })
    void aChangeByCookieIsMadeByAPageOfOursAlone(
            String token, String site, String origin, int status) {
        Browser browser = people.browser(ADA);
        Caller caller = browser.caller();
        if (!token.equals("none")) {
            caller =
                    caller.with(
                            "X-CSRF-Token",
                            token.equals("right") ? browser.csrfToken() : "0".repeat(64));
        }
        caller = site.isEmpty() ? caller : caller.with("Sec-Fetch-Site", site);
        caller = origin.isEmpty() ? caller : caller.with("Origin", origin);

        Response told = caller.delete(SESSION);

        assertThat(told.status()).isEqualTo(status);
        if (status == 403) {
            assertThat(told.code()).isEqualTo("csrf_token_invalid");
        }
    }

    /** What a form of another page can send, were its token and origin right. */
    @ParameterizedTest
    @Verifies("cookie-writes")
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data;boundary=x"
            })
    void aChangeByCookieIsReadAsJsonAlone(String type) {
        Browser browser = people.browser(ADA);
        byte[] name = "{\"name\":\"Forged\"}".getBytes(StandardCharsets.UTF_8);
        Caller page = browser.page();
        int before = api.log().commands().size();

        Response told = page.send(HttpMethod.PATCH, "/api/v1/user", type, name);

        assertThat(told.status()).isEqualTo(415);
        assertThat(api.log().commands()).hasSize(before);
        assertThat(
                        page.send(
                                        HttpMethod.PATCH,
                                        "/api/v1/user",
                                        "application/merge-patch+json",
                                        name)
                                .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site"})
    void otherSitesCannotSignIn(String site) {
        Response told =
                api.anonymous()
                        .with("Sec-Fetch-Site", site)
                        .post(
                                SESSION,
                                "{\"email\":\"" + ADA + "\",\"password\":\"" + PASSWORD + "\"}");

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("cross_site_request");
    }
}
