package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The link of an invitation: with an account, with a new one, and for guessed tokens. */
class AcceptInvitationRoutesTest {

    private static final String VIEW = "/api/v1/invitations/view";
    private static final String ACCEPT = "/api/v1/invitations/accept";
    private static final String JOIN = "/api/v1/invitations/join";
    private static final String OWNER = "owner@example.com";
    private static final String GRACE = "grace@example.com";
    private static final String HERS = "eleven purple umbrellas";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String workspace = "";

    @BeforeEach
    void aWorkspaceIsThere() {
        String owner = people.user(OWNER);
        workspace = people.workspace(owner, Role.OWNER, owner);
    }

    /** The token of a new invitation. */
    private String invited(String email, String role) {
        ObjectNode body = Json.object().put("email", email).put("role", role);
        return people.browser(OWNER)
                .page()
                .post("/api/v1/workspaces/" + workspace + "/invitations", body.toString())
                .member("token");
    }

    private static String token(String token) {
        return Json.object().put("token", token).toString();
    }

    private static String form(String token, String password) {
        return Json.object()
                .put("token", token)
                .put("name", "Grace 👩‍🚀")
                .put("password", password)
                .toString();
    }

    private Response join(String token, String password) {
        return api.anonymous().post(JOIN, form(token, password));
    }

    @Test
    void theLinkShowsItsWorkspace() {
        Response seen = api.anonymous().post(VIEW, token(invited(GRACE, "developer")));

        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.body().path("workspace").path("name").stringValue()).isEqualTo("default");
        assertThat(seen.member("email")).isEqualTo(GRACE);
        assertThat(seen.member("role")).isEqualTo("developer");
        assertThat(seen.text()).doesNotContain(workspace);
    }

    @Test
    @Verifies("invitations")
    void theLinkDoesNotTellWhetherAnAddressHasAnAccount() {
        people.user("known@example.com");

        Response known = api.anonymous().post(VIEW, token(invited("known@example.com", "viewer")));
        Response unknown =
                api.anonymous().post(VIEW, token(invited("unknow@example.com", "viewer")));

        assertThat(known.text().replace("known@", "unknow@")).isEqualTo(unknown.text());
    }

    @Test
    void aLinkThatLeadsNowhereIsAnsweredAlikeWhateverIsWrongWithIt() {
        String right = invited(GRACE, "viewer");
        String used = invited("used@example.com", "viewer");
        assertThat(join(used, HERS).status()).isEqualTo(200);
        List<String> wrong =
                List.of(
                        right.substring(0, right.length() - 1) + "_",
                        right.substring(0, right.lastIndexOf('_') + 1) + "A".repeat(32),
                        used,
                        "nonsense");
        String first = "";
        for (String one : wrong) {
            Response told = api.anonymous().post(VIEW, token(one));
            assertThat(told.status()).as(one).isEqualTo(409);
            ObjectNode body = ((ObjectNode) told.body()).without("request_id");
            first = first.isEmpty() ? body.toString() : first;
            assertThat(body.toString()).isEqualTo(first);
        }
    }

    @Test
    @Verifies("sign-in-throttle")
    void guessesAreThrottled() {
        Response told = api.anonymous().post(VIEW, token("nonsense"));
        for (int i = 0; i < 30 && told.status() == 409; i++) {
            told = api.anonymous().post(VIEW, token("nonsense"));
        }

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("too_many_tries");
        assertThat(told.header("Retry-After")).isNotEmpty();
    }

    @Test
    void aNewUserGetsAnAccountAndASession() {
        Response joined = join(invited("Grace@Example.com", "developer"), HERS);

        assertThat(joined.status()).isEqualTo(200);
        assertThat(joined.header("Set-Cookie")).startsWith("__Host-postrider-session=");
        assertThat(joined.body().path("user").path("name").stringValue()).isEqualTo("Grace 👩‍🚀");
        assertThat(joined.body().path("user").path("email").stringValue())
                .isEqualTo("Grace@Example.com");
        assertThat(joined.body().path("workspaces").get(0).path("role").stringValue())
                .isEqualTo("developer");
        Browser browser =
                new Browser(
                        api.anonymous().with("Cookie", TestPeople.cookie(joined)),
                        joined.member("csrf_token"));
        assertThat(
                        browser.in(workspace)
                                .post("/api/v1/links", "{\"url\":\"https://example.com/\"}")
                                .status())
                .isEqualTo(201);
        assertThat(people.signIn(GRACE, HERS).status()).isEqualTo(200);
        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain(HERS)
                .doesNotContain("Grace")
                .doesNotContain(TestPeople.cookie(joined));
    }

    @Test
    void aNameThatIsLeftOutIsTheFirstPartOfTheAddress() {
        ObjectNode body =
                Json.object().put("token", invited(GRACE, "viewer")).put("password", HERS);

        Response joined = api.anonymous().post(JOIN, body.toString());

        assertThat(joined.body().path("user").path("name").stringValue()).isEqualTo("grace");
    }

    @Test
    void anExistingAccountRequiresItsPassword() {
        people.user(GRACE);

        Response wrong = join(invited(GRACE, "viewer"), HERS);
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.code()).isEqualTo("sign_in_refused");
        Response right = join(invited(GRACE, "viewer"), PASSWORD);
        assertThat(right.status()).isEqualTo(200);
        assertThat(right.body().path("user").path("name").stringValue())
                .isEqualTo("Name of " + GRACE);
        assertThat(right.body().path("workspaces")).hasSize(1);
    }

    @Test
    void aSecondFactorRequiresItsCode() {
        String grace = people.user(GRACE);
        List<String> codes = people.secondFactor(grace, TotpCodes.seed(new SecureRandom()));
        String token = invited(GRACE, "viewer");

        assertThat(join(token, PASSWORD).code()).isEqualTo("second_factor_required");
        ObjectNode body =
                Json.object()
                        .put("token", token)
                        .put("password", PASSWORD)
                        .put("code", codes.getFirst());
        assertThat(api.anonymous().post(JOIN, body.toString()).status()).isEqualTo(200);
    }

    @Test
    void aPasswordThatIsGuessedFirstDoesNotTellWhetherThereIsAnAccount() {
        people.user("known@example.com");
        Response known = join(invited("known@example.com", "viewer"), "password1");
        Response unknown = join(invited(GRACE, "viewer"), "password1");

        assertThat(known.status()).isEqualTo(422);
        assertThat(known.errors()).isEqualTo(unknown.errors());
    }

    @Test
    void aPasswordThatIsGuessedFirstIsRefusedAndTheLinkStaysGood() {
        String token = invited(GRACE, "viewer");

        Response told = join(token, "password1");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly("#/password too_common");
        assertThat(join(token, HERS).status()).isEqualTo(200);
    }

    @Test
    @Verifies("invitations")
    void aLinkIsGoodOnce() {
        String token = invited(GRACE, "viewer");
        assertThat(join(token, HERS).status()).isEqualTo(200);

        assertThat(join(token, HERS).code()).isEqualTo("invitation_over");
        assertThat(people.signedInUser().page().post(ACCEPT, token(token)).code())
                .isEqualTo("invitation_over");
    }

    @Test
    void aSignedInUserAcceptsWithAnyAddress() {
        Browser browser = people.signedInUser();
        String token = invited(GRACE, "developer");

        Response told = browser.page().post(ACCEPT, token(token));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("id")).isEqualTo(workspace);
        assertThat(told.member("role")).isEqualTo("developer");
        assertThat(api.log().events().getLast().header().workspace()).isEqualTo(workspace);
        // A client without a response repeats the request.
        assertThat(browser.page().post(ACCEPT, token(token)).member("id")).isEqualTo(workspace);
    }

    @Test
    void acceptingDoesNotChangeTheRoleOfAMember() {
        String token = invited(GRACE, "viewer");

        Response told = people.browser(OWNER).page().post(ACCEPT, token(token));

        assertThat(told.member("role")).isEqualTo("owner");
    }

    @Test
    void aRepeatedRequestJoinsAfterALostResponse() {
        String token = invited(GRACE, "viewer");
        CompletableFuture<Void> never = CompletableFuture.failedFuture(new IllegalStateException());
        api.log().holdUntil(never);
        assertThat(join(token, HERS).status()).isEqualTo(500);
        api.log().holdUntil(CompletableFuture.completedFuture(null));

        assertThat(join(token, HERS).status()).isEqualTo(200);
        assertThat(people.signIn(GRACE, HERS).status()).isEqualTo(200);
    }

    @Test
    void otherSitesCannotSignIn() {
        Caller caller = api.anonymous().with("Sec-Fetch-Site", "cross-site");

        Response told = caller.post(JOIN, form(invited(GRACE, "viewer"), HERS));

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo("cross_site_request");
    }

    @Test
    void everyFieldAtFaultIsNamed() {
        Response told =
                api.anonymous()
                        .post(JOIN, "{\"token\":7,\"name\":\"a\\u0000b\",\"password\":\"\"}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .containsExactlyInAnyOrder(
                        "#/token invalid_type",
                        "#/name invalid_characters",
                        "#/password invalid_length");
    }
}
