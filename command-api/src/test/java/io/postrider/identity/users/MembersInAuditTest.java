package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.schemas.Actor;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.records.Records;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.route.AuditTrail.Origin;
import java.security.InvalidKeyException;
import java.time.Duration;
import java.util.List;
import javax.crypto.spec.SecretKeySpec;
import org.apache.commons.codec.binary.Base32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Account activity in the audit logs of a user's workspaces. */
class MembersInAuditTest {

    private static final String ADA = "ada@example.com";
    private static final String SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    private static final String SECOND_FACTOR = "/api/v1/user/second-factor";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";
    private String workspace = "";

    @BeforeEach
    void adaIsAMember() {
        ada = people.user(ADA);
        workspace = people.workspace(people.user("owner@example.com"), Role.DEVELOPER, ada);
    }

    @Test
    @Verifies("audit-members")
    void aSignInIsAuditedInTheUsersWorkspacesOnly() {
        String other = people.workspace(people.user("grace@example.com"), Role.VIEWER, ada);
        String left = people.workspace(people.user("joan@example.com"), Role.VIEWER, ada);
        people.remove(left, ada);
        String _ = people.workspace(people.user("mary@example.com"), Role.OWNER, "usr_x");

        Response told = signIn(PASSWORD, "", api.anonymous().with("User-Agent", "planted browser"));

        assertThat(told.status()).isEqualTo(200);
        Entry mine =
                new Entry(
                        workspace,
                        Actor.user(ada),
                        "POST /api/v1/session",
                        new Deed.Done("user.signed_in", "password"),
                        told.header("X-Request-Id"),
                        new Origin("", "planted browser"));
        assertThat(api.audit())
                .containsExactlyInAnyOrder(mine, Records.with(mine, "workspace", other));
    }

    @Test
    void theAuthenticationMethodIsAudited() {
        List<String> recovery = people.secondFactor(ada, SEED);

        assertThat(signIn(PASSWORD, shown(SEED)).status()).isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.signed_in", "second_factor"));
        assertThat(signIn(PASSWORD, recovery.getFirst()).status()).isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.signed_in", "recovery_code"));
    }

    @Test
    @Verifies("audit-members")
    void wrongCredentialsAreAudited() {
        signIn("wrong password", "");
        assertThat(last()).isEqualTo(new Deed.Denied("sign_in_refused"));

        people.secondFactor(ada, SEED);
        String code = shown(SEED);
        assertThat(signIn(PASSWORD, code).status()).isEqualTo(200);
        signIn(PASSWORD, code);
        assertThat(last()).isEqualTo(new Deed.Denied("second_factor_wrong"));
        signIn(PASSWORD, "aaaaa-aaaaa");
        assertThat(last()).isEqualTo(new Deed.Denied("second_factor_wrong"));
        assertThat(api.audit()).hasSize(4).allMatch(entry -> entry.actor().id().equals(ada));
    }

    @Test
    void unknownUsersAndMissingCodesAreNotAudited() {
        assertThat(people.signIn("unknown@example.com", PASSWORD).status()).isEqualTo(401);
        people.secondFactor(ada, SEED);
        assertThat(signIn(PASSWORD, "").code()).isEqualTo("second_factor_required");

        assertThat(api.audit()).isEmpty();
    }

    @Test
    void throttledAttemptsAreNotAudited() {
        api.peer(new byte[] {10, 0, 0, 9});
        int looked = 0;
        for (int i = 0; i < 20; i++) {
            looked += signIn("wrong password", "").status() == 401 ? 1 : 0;
        }

        assertThat(looked).isBetween(1, 19);
        assertThat(api.audit()).hasSize(looked);
    }

    @Test
    @Verifies("audit-members")
    void signOutIsAudited() {
        people.browser(ADA).page().delete("/api/v1/session");
        assertThat(last()).isEqualTo(new Deed.Done("user.signed_out", null));

        people.browser(ADA).page().delete("/api/v1/sessions");
        assertThat(last()).isEqualTo(new Deed.Done("user.signed_out_everywhere", null));
    }

    /** An operation is one kind of entry, of which each owner has a share, whatever it is done to. */
    @Test
    void theAuditedOperationHasNoIdInItsPath() {
        Caller page = people.browser(ADA).page();
        String session = page.get("/api/v1/sessions").body().at("/data/0/id").stringValue();

        page.delete("/api/v1/sessions/" + session);

        assertThat(last()).isEqualTo(new Deed.Done("user.signed_out", null));
        assertThat(api.audit().getLast().operation())
                .isEqualTo("DELETE /api/v1/sessions/{session_id}");
    }

    @Test
    void reauthenticationIsAuditedAlsoIfItFails() {
        Caller page = people.browser(ADA).page();

        assertThat(page.post("/api/v1/session/renew", proof("wrong password", null)).code())
                .isEqualTo("password_wrong");
        assertThat(last()).isEqualTo(new Deed.Denied("password_wrong"));
        assertThat(page.post("/api/v1/session/renew", proof(PASSWORD, null)).status())
                .isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.session_renewed", "password"));
    }

    @Test
    @Verifies("cookie-writes")
    void aCrossSiteChangeIsAuditedWithoutItsCredentials() {
        String other = people.workspace(people.user("grace@example.com"), Role.VIEWER, ada);
        TestPeople.Browser browser = people.browser(ADA);
        int before = api.audit().size();

        Response told =
                browser.caller()
                        .with("X-CSRF-Token", "planted-token")
                        .with("User-Agent", "planted browser")
                        .delete("/api/v1/sessions");

        assertThat(told.code()).isEqualTo("csrf_token_invalid");
        Entry mine =
                new Entry(
                        workspace,
                        Actor.user(ada),
                        "DELETE /api/v1/sessions",
                        new Deed.Denied("csrf_token_invalid"),
                        told.header("X-Request-Id"),
                        new Origin("", "planted browser"));
        assertThat(api.audit().subList(before, api.audit().size()))
                .containsExactlyInAnyOrder(mine, Records.with(mine, "workspace", other));
        assertThat(api.audit().toString()).doesNotContain("planted-token");
        assertThat(browser.page().get("/api/v1/session").status()).isEqualTo(200);
    }

    @Test
    @Verifies("audit-members")
    void aNewPasswordAndANewAddressAreAuditedOnce() {
        Caller page = people.browser(ADA).page();
        Response moved =
                page.post(
                        "/api/v1/user/email",
                        Json.object()
                                .put("email", "ada@elsewhere.example")
                                .put("password", PASSWORD)
                                .toString());
        assertThat(moved.status()).isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.email_changed", null));

        int before = api.audit().size();
        Caller once = page.with("Idempotency-Key", "once");
        String body =
                Json.object()
                        .put("current_password", PASSWORD)
                        .put("new_password", "staple battery horse")
                        .toString();
        Response changed = once.post("/api/v1/user/password", body);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.password_changed", "password"));
        assertThat(api.audit()).hasSize(before + 1);
        assertThat(api.audit().toString()).doesNotContain("elsewhere").doesNotContain("battery");
    }

    @Test
    @Verifies("audit-members")
    void aSecondFactorIsAuditedFromSetupToRemoval() {
        Caller page = people.browser(ADA).page();
        Response setup = page.post(SECOND_FACTOR + "/setup", proof(PASSWORD, null));
        String confirmation =
                Json.object()
                        .put("setup", setup.member("setup"))
                        .put("code", shown(setup.member("secret")))
                        .toString();
        Caller once = page.with("Idempotency-Key", "once");
        Response confirmed = once.post(SECOND_FACTOR + "/confirm", confirmation);
        assertThat(confirmed.status()).isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.second_factor_set_up", null));
        int before = api.audit().size();
        assertThat(once.post(SECOND_FACTOR + "/confirm", confirmation).status()).isEqualTo(200);
        assertThat(api.audit()).as("a repetition changes nothing").hasSize(before);

        String recovery = confirmed.body().at("/recovery_codes/0").stringValue();
        Response renewed = page.post(SECOND_FACTOR + "/recovery-codes", proof(PASSWORD, recovery));
        assertThat(renewed.status()).isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.recovery_codes_renewed", "recovery_code"));

        api.advance(Duration.ofSeconds(30));
        String code = shown(setup.member("secret"));
        assertThat(page.post(SECOND_FACTOR + "/disable", proof(PASSWORD, code)).status())
                .isEqualTo(200);
        assertThat(last()).isEqualTo(new Deed.Done("user.second_factor_removed", "second_factor"));
    }

    private Deed last() {
        return api.audit().getLast().deed();
    }

    private Response signIn(String password, String code) {
        return signIn(password, code, api.anonymous());
    }

    private static Response signIn(String password, String code, Caller browser) {
        var form = Json.object().put("email", ADA).put("password", password);
        return browser.post(
                "/api/v1/session", (code.isEmpty() ? form : form.put("code", code)).toString());
    }

    private static String proof(String password, @Nullable String code) {
        var form = Json.object().put("password", password);
        return (code == null ? form : form.put("code", code)).toString();
    }

    private String shown(String secret) {
        try {
            return new TimeBasedOneTimePasswordGenerator()
                    .generateOneTimePasswordString(
                            new SecretKeySpec(new Base32().decode(secret), "RAW"), api.now());
        } catch (InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }
}
