package io.postrider.identity.users;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.http.ApiServer;
import io.postrider.domain.workspaces.Role;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.RawConnection;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A caller who closes the connection interrupts nothing that is done in several steps. */
class GonePeopleTest {

    private static final String CLAIM = "user.claim_email";
    private static final String OWNER = "owner@example.com";
    private static final String GRACE = "grace@example.com";
    private static final String SECRET = "eleven purple umbrellas";

    @AutoClose private final SmallProvider provider = new SmallProvider();
    @AutoClose private final ApiServer server = new ApiServer(provider.settings());
    private final TestApi api = server.api;
    private final TestPeople people = new TestPeople(api);
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private String workspace = "";

    @BeforeEach
    void theOwnerIsThere() {
        String owner = people.user(OWNER);
        workspace = people.workspace(owner, Role.OWNER, owner);
    }

    @Test
    void aJoinGoesOnToItsEnd() throws Exception {
        String body = Json.object().put("token", invited()).put("password", SECRET).toString();

        leave(CLAIM, "POST", "/api/v1/invitations/join", Map.of(), body);

        await().untilAsserted(() -> assertThatGraceIsAMember());
        assertThat(people.signIn(GRACE, SECRET).status()).isEqualTo(200);
    }

    @Test
    void aFirstSignInWithTheProviderGoesOnToItsEnd() throws Exception {
        String _ = invited();
        comesBackAndLeaves(CLAIM, GRACE);

        await().untilAsserted(() -> assertThatGraceIsAMember());
    }

    @Test
    void anAccountOfTheProviderIsLinkedToTheEnd() throws Exception {
        String grace = people.user(GRACE);
        comesBackAndLeaves(CLAIM, GRACE);

        await().untilAsserted(() -> {
            assertThat(api.users().byId(grace).orElseThrow().value().identity()).isNotNull();
            assertThat(api.users().byId(grace).orElseThrow().value().sessions()).isNotEmpty();
        });
    }

    @Test
    @Verifies("audit-members")
    void aSignInIsAudited() throws Exception {
        String body =
                Json.object().put("email", OWNER).put("password", TestPeople.PASSWORD).toString();

        leave("user.start_session", "POST", "/api/v1/session", Map.of(), body);

        assertThatTheAuditHas("user.signed_in");
    }

    @Test
    @Verifies("audit-members")
    void aRenewalIsAudited() throws Exception {
        Map<String, String> page = people.browser(OWNER).page().headers();
        String body = Json.object().put("password", TestPeople.PASSWORD).toString();

        leave("user.start_session", "POST", "/api/v1/session/renew", page, body);

        assertThatTheAuditHas("user.session_renewed");
    }

    @ParameterizedTest
    @Verifies("audit-members")
    @CsvSource({
        "session, user.end_session, user.signed_out",
        "sessions, user.end_sessions, user.signed_out_everywhere"
    })
    void aSignOutIsAudited(String path, String type, String deed) throws Exception {
        Map<String, String> page = people.browser(OWNER).page().headers();

        leave(type, "DELETE", "/api/v1/" + path, page, "");

        assertThatTheAuditHas(deed);
    }

    @Test
    @Verifies("audit-members")
    void linkingAnAccountIsAudited() throws Exception {
        comesBackAndLeaves("user.link_identity", OWNER);

        assertThatTheAuditHas("user.identity_linked");
    }

    private void assertThatTheAuditHas(String act) {
        await().untilAsserted(() ->
                assertThat(api.audit())
                        .extracting(AuditTrail.Entry::deed)
                        .filteredOn(Deed.Done.class::isInstance)
                        .extracting(deed -> ((Deed.Done) deed).action())
                        .contains(act));
    }

    private String invited() {
        return people.browser(OWNER)
                .page()
                .post(
                        "/api/v1/workspaces/" + workspace + "/invitations",
                        Json.object().put("email", GRACE).put("role", "viewer").toString())
                .member("token");
    }

    private void assertThatGraceIsAMember() {
        String hash = api.bean(UserSecrets.class).emailHash(GRACE);
        assertThat(api.users().byEmail(hash))
                .hasValueSatisfying(known ->
                        assertThat(api.workspaces().role(workspace, known.value().id()))
                                .contains(Role.VIEWER));
    }

    private void comesBackAndLeaves(String type, String email) throws IOException {
        provider.letsIn(Map.of("sub", "subject-1", "email", email, "email_verified", true));
        Response start = api.anonymous().get("/user/oidc/start");
        String query = provider.visited(start.header("Location"));
        Map<String, String> cookie = Map.of("Cookie", TestPeople.cookie(start));
        leave(type, "GET", "/user/oidc/callback" + query, cookie, "");
    }

    /** Sends a request, and resets the connection before the first command of a type is decided. */
    private void leave(
            String type, String method, String target, Map<String, String> headers, String body)
            throws IOException {
        long before = sent(type);
        api.log().decideAfter(type, gate);
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: a\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        if (!body.isEmpty()) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.getBytes(ISO_8859_1).length)
                    .append("\r\n");
        }
        try (RawConnection caller = server.connect().say(head + "\r\n" + body)) {
            await().until(() -> sent(type) > before);
            caller.reset();
        }
        await().until(() -> server.connections() == 0);
        api.log().decideAfter(type, null);
        gate.complete(null);
    }

    private long sent(String type) {
        return api.log().commands().stream()
                .filter(command -> command.header().type().equals(type))
                .count();
    }
}
