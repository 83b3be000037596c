package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That an owner cannot fill the memory of every node with accounts, by inviting and removing members. */
class ManyUsersTest {

    private static final String OWNER = "owner@example.com";
    private static final String OTHER = "other@example.com";
    private static final String SECRET = "eleven purple umbrellas";
    private static final int MAX = 2;

    @AutoClose private final TestApi api = new TestApi(environment());
    private final TestPeople people = new TestPeople(api);
    private String workspace = "";

    private static Map<String, String> environment() {
        Map<String, String> all = new HashMap<>(TestPeople.SECURE);
        all.put("POSTRIDER_USERS_PER_OWNER", Integer.toString(MAX));
        all.put("POSTRIDER_USERS_MAX", "6");
        return all;
    }

    @BeforeEach
    void aWorkspaceIsThere() {
        workspace = workspaceOf(OWNER);
    }

    private String workspaceOf(String email) {
        String owner = people.user(email);
        return people.workspace(owner, Role.OWNER, owner);
    }

    private Response join(String inviter, String to, String email) {
        String token =
                people.browser(inviter)
                        .page()
                        .post(
                                "/api/v1/workspaces/" + to + "/invitations",
                                Json.object().put("email", email).put("role", "viewer").toString())
                        .member("token");
        return api.anonymous()
                .post(
                        "/api/v1/invitations/join",
                        Json.object().put("token", token).put("password", SECRET).toString());
    }

    @Test
    @Verifies("tenant-memory")
    void accountsOfRemovedMembersCountAgainstTheOwner() {
        for (int i = 0; i < MAX; i++) {
            Response told = join(OWNER, workspace, "member" + i + "@example.com");
            assertThat(told.status()).isEqualTo(200);
            people.remove(workspace, told.body().path("user").path("id").stringValue());
        }

        Response refused = join(OWNER, workspace, "one.more@example.com");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.code()).isEqualTo("too_many_users");
        assertThat(join(OTHER, workspaceOf(OTHER), "another@example.com").status()).isEqualTo(200);
    }

    @Test
    void anExistingUserAccepts() {
        for (int i = 0; i < MAX; i++) {
            join(OWNER, workspace, "member" + i + "@example.com");
        }
        join(OTHER, workspaceOf(OTHER), "another@example.com");

        assertThat(join(OWNER, workspace, "another@example.com").status()).isEqualTo(200);
    }

    @Test
    void theInstallationHasABound() {
        workspaceOf(OTHER);
        people.user("third@example.com");
        people.user("fourth@example.com");
        people.user("fifth@example.com");
        people.user("sixth@example.com");

        assertThat(join(OWNER, workspace, "seventh@example.com").code())
                .isEqualTo("too_many_users");
    }
}
