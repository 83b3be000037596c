package io.postrider.identity.workspaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invitations: the roles that may invite, the roles that they grant, and their visibility. */
class InvitationRoutesTest {

    private static final String OWNER = "owner@example.com";
    private static final String MEMBER = "member@example.com";
    private static final String GRACE = "grace@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String owner = "";
    private String member = "";
    private String workspace = "";

    @BeforeEach
    void aWorkspaceIsThere() {
        owner = people.user(OWNER);
        member = people.user(MEMBER);
        workspace = people.workspace(owner, Role.ADMIN, member);
    }

    private String path() {
        return "/api/v1/workspaces/" + workspace + "/invitations";
    }

    private static String to(String email, String role) {
        return "{\"email\":\"" + email + "\",\"role\":\"" + role + "\"}";
    }

    @Test
    @Verifies("invitations")
    void theLinkIsShownOnce() {
        Caller page = people.browser(OWNER).page().with("Idempotency-Key", "once");

        Response made = page.post(path(), to("Grace@Example.com", "developer"));

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.member("link"))
                .isEqualTo("https://short.test/user/api/invitation#" + made.member("token"));
        assertThat(made.member("invited_by")).isEqualTo(owner);
        assertThat(made.header("Cache-Control")).contains("no-transform");
        Response shown = page.get(made.header("Location"));
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.member("email")).isEqualTo("Grace@Example.com");
        assertThat(shown.text() + page.get(path()).text()).doesNotContain(made.member("token"));
        Response again = page.post(path(), to("Grace@Example.com", "developer"));
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.member("id")).isEqualTo(made.member("id"));
        assertThat(again.body().path("token").isNull()).isTrue();
        assertThat(again.body().path("link").isNull()).isTrue();
        assertThat(again.body().path("secret_available").asBoolean(true)).isFalse();
    }

    @Test
    @Verifies({"invitations", "people-sealed"})
    void neitherTokenNorAddressIsInTheLog() {
        Response made = people.browser(OWNER).page().post(path(), to(GRACE, "viewer"));
        String token = made.member("token");

        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain(token.substring(token.lastIndexOf('_') + 1))
                .doesNotContain(GRACE);
    }

    @Test
    void oneAddressHasOneInvitation() {
        Caller page = people.browser(OWNER).page();
        Response first = page.post(path(), to(GRACE, "viewer"));
        Response second = page.post(path(), to("GRACE@example.com", "admin"));

        assertThat(WorkspaceRoutesTest.ids(page.get(path()))).containsExactly(second.member("id"));
        assertThat(page.get(first.header("Location")).status()).isEqualTo(404);
        assertThat(seen(first).code()).isEqualTo("invitation_over");
        assertThat(seen(second).member("role")).isEqualTo("admin");
    }

    @ParameterizedTest
    @CsvSource({
        "OWNER,     owner,     201, ''",
        "ADMIN,     admin,     201, ''",
        "ADMIN,     owner,     403, role_exceeds_own",
        "DEVELOPER, viewer,    403, scope_missing",
        "VIEWER,    viewer,    403, scope_missing",
    })
    void invitationsCannotExceedTheInvitersRole(Role own, String role, int status, String code) {
        workspace = people.workspace(owner, own, member);

        Response told = people.browser(MEMBER).page().post(path(), to(GRACE, role));

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.code()).isEqualTo(code);
    }

    @Test
    void invitationsByAKeyHaveNoInviterAndNoOwnerRole() {
        people.open(TestApi.WORKSPACE, owner);
        workspace = TestApi.WORKSPACE;
        Caller key = api.caller();

        assertThat(key.post(path(), to(GRACE, "owner")).code()).isEqualTo("role_exceeds_own");
        Response made = key.post(path(), to(GRACE, "admin"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().path("invited_by").isNull()).isTrue();
    }

    @Test
    void aRevokedInvitationIsInvalid() {
        Caller page = people.browser(OWNER).page();
        Response made = page.post(path(), to(GRACE, "viewer"));

        assertThat(page.delete(made.header("Location")).status()).isEqualTo(204);

        assertThat(seen(made).code()).isEqualTo("invitation_over");
        assertThat(page.get(path()).body().path("data")).isEmpty();
        assertThat(page.delete(made.header("Location")).status()).isEqualTo(404);
        assertThat(page.delete(path() + "/" + api.id(IdKind.INV)).status()).isEqualTo(404);
        assertThat(page.delete(path() + "/" + api.id(IdKind.USR)).code())
                .isEqualTo("wrong_id_type");
    }

    @Test
    void anExpiredInvitationIsInvalid() {
        Caller page = people.browser(OWNER).page();
        Response made = page.post(path(), to(GRACE, "viewer"));
        assertThat(made.member("expires_at")).startsWith("2026-11-27T10:00:00");
        api.advance(Duration.ofDays(7));

        assertThat(seen(made).code()).isEqualTo("invitation_over");
        Caller later = people.browser(OWNER).page();
        assertThat(later.get(path()).body().path("data")).isEmpty();
        assertThat(later.get(made.header("Location")).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @Verifies("invitations")
    @ValueSource(
            strings = {
                "2026-11-20T10:00:00Z in_the_past",
                "2026-11-20T09:00:00Z in_the_past",
                "2026-12-20T10:00:00.001Z out_of_range",
                "9999-12-31T23:59:59Z out_of_range"
            })
    void anInvitationEndsWithinAMonth(String endAndCode) {
        int space = endAndCode.indexOf(' ');
        Response told =
                people.browser(OWNER)
                        .page()
                        .post(path(), until(endAndCode.substring(0, space), GRACE));

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly("#/expires_at" + endAndCode.substring(space));
    }

    @Test
    void aRepeatedRequestIsRecognisedAfterTheExpiry() {
        String body = until("2026-11-20T10:05:00Z", GRACE);
        Response made = repeating().post(path(), body);
        api.advance(Duration.ofMinutes(6));

        Response again = repeating().post(path(), body);

        assertThat(again.status()).isEqualTo(201);
        assertThat(again.member("id")).isEqualTo(made.member("id"));
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    private Caller repeating() {
        return people.browser(OWNER).page().with("Idempotency-Key", "hand-over");
    }

    private static String until(String end, String email) {
        return to(email, "viewer").replace("}", ",\"expires_at\":\"" + end + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada", "@example.com", "ada@", "a da@example.com", " ada@example.com"})
    void invalidAddressesAreRejectedAtTheirField(String email) {
        Response told = people.browser(OWNER).page().post(path(), to(email, "king"));

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .containsExactlyInAnyOrder("#/email invalid_email", "#/role invalid_value");
    }

    @Test
    void thereAreNotEndlesslyManyInvitations() {
        Caller page = people.browser(OWNER).page();
        for (int i = 0; i < 100; i++) {
            assertThat(page.post(path(), to(i + "@example.com", "viewer")).status()).isEqualTo(201);
        }

        assertThat(page.post(path(), to(GRACE, "viewer")).code()).isEqualTo("workspace_full");
        Response first = page.get(path() + "?limit=60");
        assertThat(WorkspaceRoutesTest.ids(first)).hasSize(60);
        Response second = page.get(path() + "?limit=60&cursor=" + first.member("next_cursor"));
        assertThat(WorkspaceRoutesTest.ids(second))
                .hasSize(40)
                .doesNotContainAnyElementsOf(WorkspaceRoutesTest.ids(first));
    }

    private Response seen(Response made) {
        return api.anonymous()
                .post("/api/v1/invitations/view", "{\"token\":\"" + made.member("token") + "\"}");
    }
}
