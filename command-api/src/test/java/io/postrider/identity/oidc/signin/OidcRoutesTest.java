package io.postrider.identity.oidc.signin;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.SmallProvider;
import io.postrider.identity.users.TestPeople;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.identity.users.TotpCodes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sign-in with an OpenID Connect provider: the accounts that it creates and links, and the sign-ins that it rejects. */
class OidcRoutesTest {

    private static final String START = "/user/oidc/start";
    private static final String CALLBACK = "/user/oidc/callback";
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final String ADA = "ada@example.com";
    private static final Map<String, Object> PERSON =
            Map.of(
                    "sub",
                    "subject-1",
                    "email",
                    ADA,
                    "email_verified",
                    true,
                    "name",
                    "Ada Elsewhere");

    @AutoClose private final SmallProvider provider = new SmallProvider();
    @AutoClose private final TestApi api = new TestApi(provider.settings());
    private final TestPeople people = new TestPeople(api);

    /** A browser that goes the whole way, from nowhere. */
    private Response comesIn() {
        Response start = api.anonymous().get(START);
        assertThat(start.status()).isEqualTo(303);
        return comesBack(start, "");
    }

    private Response comesBack(Response start, String moreCookies) {
        return api.anonymous()
                .with("Cookie", TestPeople.cookie(start) + moreCookies)
                .get(CALLBACK + provider.visited(start.header("Location")));
    }

    private static void isIn(Response told) {
        assertThat(told.header("Location")).isEqualTo("/user/api/");
        assertThat(told.header("Set-Cookie")).startsWith("__Host-postrider-session=");
    }

    private static void isOut(Response told, String code) {
        assertThat(told.status()).isEqualTo(303);
        assertThat(told.header("Location")).isEqualTo("/user/api/sign-in?problem=" + code);
        assertThat(told.header("Set-Cookie")).isEmpty();
    }

    private Response user(Response in) {
        return api.anonymous().with("Cookie", TestPeople.cookie(in)).get("/api/v1/user");
    }

    @Test
    void theSignInMethodIsPublic() {
        Response told = api.anonymous().get("/api/v1/sign-in-methods");

        assertThat(told.body().path("oidc").toString())
                .isEqualTo("{\"name\":\"Small Login\",\"start\":\"/user/oidc/start\"}");
        try (TestApi without = new TestApi(TestPeople.SECURE)) {
            assertThat(
                            without.anonymous()
                                    .get("/api/v1/sign-in-methods")
                                    .body()
                                    .path("oidc")
                                    .isNull())
                    .isTrue();
            assertThat(without.anonymous().get(START).status()).isEqualTo(404);
            assertThat(without.anonymous().get(CALLBACK).status()).isEqualTo(404);
        }
    }

    @Test
    @Verifies("oidc-tokens")
    void theBrowserIsKnownAgainByACookieForThisHostAlone() {
        Response start = api.anonymous().get(START);

        assertThat(start.header("Set-Cookie"))
                .matches(
                        "__Host-postrider-oidc=[^;]+; Path=/; Max-Age=600; Expires=[^;]+; Secure;"
                                + " HttpOnly; SameSite=Lax");
        assertThat(start.header("Location")).startsWith(provider.issuer() + "/authorize?");
        assertThat(start.header("Location")).doesNotContain(SmallProvider.SECRET);
    }

    @Test
    @Verifies("oidc-throttle")
    void aFailedDiscoveryIsKeptForTenSeconds() {
        provider.isDown(true);
        for (int i = 0; i < 5; i++) {
            assertThat(api.anonymous().get(START).code()).isEqualTo("oidc_provider_failed");
        }
        assertThat(provider.asked(DISCOVERY)).isEqualTo(1);
        provider.isDown(false);

        api.advance(Duration.ofSeconds(9));
        assertThat(api.anonymous().get(START).status()).isEqualTo(502);
        api.advance(Duration.ofSeconds(1));
        assertThat(api.anonymous().get(START).status()).isEqualTo(303);
        assertThat(provider.asked(DISCOVERY)).isEqualTo(2);
    }

    @Test
    @Verifies("oidc-throttle")
    void sixtyRequestsOfOneNetworkAMinuteAreServed() {
        api.peer(new byte[] {10, 0, 0, 1});
        Response start = api.anonymous().get(START);
        for (int i = 1; i < OidcThrottle.REQUESTS_MAX; i++) {
            isOut(api.anonymous().get(CALLBACK + "?code=guessed&state=guessed"), "oidc_refused");
        }

        isOut(comesBack(start, ""), "too_many_tries");
        Response refused = api.anonymous().get(START);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("too_many_tries");
        assertThat(refused.header("Retry-After")).isEqualTo("60");
        assertThat(provider.asked("/token")).isZero();
        api.peer(new byte[] {10, 0, 0, 2});
        assertThat(api.anonymous().get(START).status()).isEqualTo(303);
        api.peer(new byte[] {10, 0, 0, 1});
        api.advance(Duration.ofMinutes(1));
        assertThat(api.anonymous().get(START).status()).isEqualTo(303);
    }

    @Test
    void anInvitedUserGetsAnAccountAndBecomesAMember() {
        String owner = people.user("owner@example.com");
        String workspace = people.workspace(owner, Role.OWNER, owner);
        people.browser("owner@example.com")
                .page()
                .post(
                        "/api/v1/workspaces/" + workspace + "/invitations",
                        "{\"email\":\"Ada@Example.com\",\"role\":\"developer\"}");
        provider.letsIn(PERSON);

        Response in = comesIn();

        isIn(in);
        Response user = user(in);
        assertThat(user.member("name")).isEqualTo("Ada Elsewhere");
        assertThat(user.body().path("password_set").asBoolean(true)).isFalse();
        assertThat(user.body().path("oidc_linked").asBoolean()).isTrue();
        assertThat(api.workspaces().role(workspace, user.member("id"))).contains(Role.DEVELOPER);
        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain("subject-1")
                .doesNotContain("Elsewhere");
        // From then on the user is found by issuer and subject, whatever the address.
        provider.letsIn(Map.of("sub", "subject-1", "email", "other@example.com"));
        assertThat(user(comesIn()).member("id")).isEqualTo(user.member("id"));
    }

    @Test
    @Verifies("oidc-users")
    void usersWithoutInvitationAreRejected() {
        provider.letsIn(PERSON);

        isOut(comesIn(), "oidc_not_invited");
        assertThat(api.log().events()).isEmpty();
    }

    @Test
    void linkingByAddressEndsAllOtherCredentials() {
        String ada = people.user(ADA);
        Browser before = people.browser(ADA);
        provider.letsIn(PERSON);

        Response in = comesIn();

        isIn(in);
        assertThat(user(in).member("id")).isEqualTo(ada);
        // The address was not verified before.
        assertThat(before.page().get("/api/v1/user").status()).isEqualTo(401);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(401);
    }

    @Test
    void theWorkspaceAuditRecordsTheSignInMethod() {
        String ada = people.user(ADA);
        String workspace = people.workspace(ada, Role.OWNER, ada);
        provider.letsIn(PERSON);

        isIn(comesIn());

        assertThat(api.audit())
                .allMatch(entry -> entry.workspace().equals(workspace))
                .extracting(AuditTrail.Entry::deed)
                .containsExactly(
                        new Deed.Done("user.identity_linked", "oidc"),
                        new Deed.Done("user.signed_in", "oidc"));
    }

    @ParameterizedTest
    @Verifies("oidc-users")
    @ValueSource(booleans = {true, false})
    void anUnverifiedAddressSignsInNoUser(boolean isSaid) {
        people.user(ADA);
        provider.letsIn(
                isSaid
                        ? Map.of("sub", "s", "email", ADA, "email_verified", false)
                        : Map.of("sub", "s", "email", ADA));

        isOut(comesIn(), "oidc_email_unverified");
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void anAddressOfAnotherUserSignsInNoUser() {
        people.user(ADA);
        provider.letsIn(PERSON);
        isIn(comesIn());
        provider.letsIn(Map.of("sub", "subject-2", "email", ADA, "email_verified", true));

        isOut(comesIn(), "oidc_refused");
    }

    @Test
    void missingClaimsAreReadFromUserInfo() {
        String ada = people.user(ADA);
        provider.letsIn(Map.of("sub", "s"));
        provider.tells(Map.of("sub", "s", "email", ADA, "email_verified", true));
        assertThat(user(comesIn()).member("id")).isEqualTo(ada);

        provider.letsIn(Map.of("sub", "t"));
        provider.tells(Map.of("sub", "s", "email", ADA, "email_verified", true));
        isOut(comesIn(), "oidc_provider_failed");
    }

    static Stream<Arguments> lies() {
        return Stream.of(
                        (UnaryOperator<JWTClaimsSet.Builder>)
                                claims -> claims.claim("nonce", "another"),
                        claims -> claims.claim("nonce", null),
                        claims -> claims.audience("another"),
                        claims -> claims.audience(List.of("postrider", "another")),
                        claims -> claims.issuer("https://another.example"),
                        claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(120))),
                        claims -> claims.expirationTime(null),
                        claims -> claims.subject(null))
                .map(Arguments::of);
    }

    @ParameterizedTest
    @Verifies("oidc-tokens")
    @MethodSource("lies")
    void anInvalidTokenIsRejected(UnaryOperator<JWTClaimsSet.Builder> lie) {
        people.user(ADA);
        provider.letsIn(PERSON);
        provider.lies(lie);

        isOut(comesIn(), "oidc_provider_failed");
    }

    @Test
    @Verifies("oidc-tokens")
    void aTokenSignedWithAnotherKeyIsRejected() {
        people.user(ADA);
        provider.letsIn(PERSON);
        provider.signsWithAnotherKey();

        isOut(comesIn(), "oidc_provider_failed");
    }

    @Test
    @Verifies("oidc-tokens")
    void aCallbackOfAnotherRequestIsRejected() {
        people.user(ADA);
        provider.letsIn(PERSON);
        Response start = api.anonymous().get(START);
        Response other = api.anonymous().get(START);
        String query = provider.visited(start.header("Location"));
        Caller right = api.anonymous().with("Cookie", TestPeople.cookie(start));

        isOut(api.anonymous().get(CALLBACK + query), "oidc_refused");
        isOut(
                api.anonymous().with("Cookie", TestPeople.cookie(other)).get(CALLBACK + query),
                "oidc_refused");
        isOut(right.get(CALLBACK), "oidc_refused");
        isOut(right.get(CALLBACK + query + "x"), "oidc_refused");
        isOut(right.get(CALLBACK + query + "&iss=https%3A%2F%2Fevil.example"), "oidc_refused");
        isOut(right.get(CALLBACK + query.replace("code=", "error=")), "oidc_refused");
        String forged = TestPeople.cookie(start).replaceAll("\\.in$", ".link");
        isOut(api.anonymous().with("Cookie", forged).get(CALLBACK + query), "oidc_refused");
        // What a provider adds of its own is passed over.
        isIn(right.get(CALLBACK + query + "&session_state=x&hd=example.com"));
        isOut(right.get(CALLBACK + query), "oidc_provider_failed");
    }

    @Test
    void anExpiredAuthorizationRequestIsRejected() {
        people.user(ADA);
        provider.letsIn(PERSON);
        Response start = api.anonymous().get(START);
        api.advance(Duration.ofMinutes(10));

        isOut(comesBack(start, ""), "oidc_refused");
    }

    @Test
    void passwordSignInWorksWithoutTheProvider() {
        people.user(ADA);
        provider.isDown(true);

        Response start = api.anonymous().get(START);
        assertThat(start.status()).isEqualTo(502);
        assertThat(start.code()).isEqualTo("oidc_provider_failed");
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
        provider.isDown(false);
        provider.letsIn(PERSON);
        api.advance(Duration.ofSeconds(10));
        isIn(comesIn());
    }

    /** A signed-in user who links from a page of this service. */
    private Response links(Browser browser, String site) {
        Response start = browser.caller().with("Sec-Fetch-Site", site).get(START);
        return comesBack(start, "; " + browser.caller().headers().get("Cookie"));
    }

    @Test
    void aSignedInUserLinksAnAccountAndKeepsOtherCredentials() {
        String ada = people.user(ADA);
        List<String> codes = people.secondFactor(ada, TotpCodes.seed(new SecureRandom()));
        Response signedIn =
                api.anonymous()
                        .post(
                                "/api/v1/session",
                                "{\"email\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}"
                                        .formatted(ADA, PASSWORD, codes.getFirst()));
        provider.letsIn(Map.of("sub", "subject-1", "email", "private@example.com"));

        Response linked = links(Browser.of(api, signedIn), "same-origin");

        isIn(linked);
        assertThat(user(linked).body().path("password_set").asBoolean()).isTrue();
        assertThat(user(linked).body().path("second_factor").asBoolean()).isTrue();
        assertThat(user(signedIn).status()).isEqualTo(401);
        assertThat(people.signIn(ADA, PASSWORD).code()).isEqualTo("second_factor_required");
        // The provider has asked for the factors that it has.
        assertThat(user(comesIn()).member("id")).isEqualTo(ada);
    }

    @Test
    @Verifies("oidc-users")
    void anotherSiteLinksNothing() {
        people.user(ADA);
        provider.letsIn(Map.of("sub", "subject-1"));

        isOut(links(people.browser(ADA), "cross-site"), "oidc_email_unverified");
        assertThat(
                        people.browser(ADA)
                                .page()
                                .get("/api/v1/user")
                                .body()
                                .path("oidc_linked")
                                .asBoolean(true))
                .isFalse();
    }

    @Test
    void anAccountElsewhereHasOneUser() {
        people.user(ADA);
        people.user("grace@example.com");
        provider.letsIn(Map.of("sub", "subject-1"));
        isIn(links(people.browser(ADA), "same-origin"));

        isOut(links(people.browser("grace@example.com"), "same-origin"), "oidc_identity_taken");
    }

    @Test
    @Verifies("oidc-users")
    void linkingTakesAProofOfTheLastMinutes() {
        people.user(ADA);
        Browser browser = people.browser(ADA);
        api.advance(Duration.ofMinutes(15));
        provider.letsIn(Map.of("sub", "subject-1"));

        isOut(links(browser, "same-origin"), "proof_required");
    }

    @Test
    void aProviderOnlyUserReauthenticatesThereAndSetsAPassword() {
        people.user(ADA);
        provider.letsIn(PERSON);
        Response in = comesIn();
        String csrf =
                api.anonymous()
                        .with("Cookie", TestPeople.cookie(in))
                        .get("/api/v1/session")
                        .member("csrf_token");
        Caller page =
                new Browser(api.anonymous().with("Cookie", TestPeople.cookie(in)), csrf).page();

        assertThat(page.post("/api/v1/session/renew", "{}").code()).isEqualTo("proof_required");
        api.advance(Duration.ofMinutes(15));
        String wanted = "{\"new_password\":\"nine yellow submarines\"}";
        assertThat(page.post("/api/v1/user/password", wanted).code()).isEqualTo("proof_required");
        Response again = links(new Browser(page, csrf), "same-origin");
        isIn(again);
        Response session =
                api.anonymous().with("Cookie", TestPeople.cookie(again)).get("/api/v1/session");
        Caller fresh =
                new Browser(
                                api.anonymous().with("Cookie", TestPeople.cookie(again)),
                                session.member("csrf_token"))
                        .page();
        assertThat(fresh.post("/api/v1/user/password", wanted).status()).isEqualTo(200);
        assertThat(people.signIn(ADA, "nine yellow submarines").status()).isEqualTo(200);
    }
}
