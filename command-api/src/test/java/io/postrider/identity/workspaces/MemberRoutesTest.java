package io.postrider.identity.workspaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.auth.SessionAuthenticator;
import io.postrider.identity.users.TestPeople;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members of a workspace: listing them, changing their roles, and removing them. */
class MemberRoutesTest {

    private static final String OWNER = "owner@example.com";
    private static final String MEMBER = "member@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String owner = "";
    private String member = "";

    @BeforeEach
    void peopleAreThere() {
        owner = people.user(OWNER);
        member = people.user(MEMBER);
    }

    private static String members(String workspace) {
        return "/api/v1/workspaces/" + workspace + "/members";
    }

    private static String role(String role) {
        return "{\"role\":\"" + role + "\"}";
    }

    @Test
    void membersKnowEachOtherByNameAndAddress() {
        String workspace = people.workspace(owner, Role.VIEWER, member);
        Caller page = people.browser(MEMBER).page();

        Response list = page.get(members(workspace));

        assertThat(WorkspaceRoutesTest.ids(list)).containsExactlyInAnyOrder(owner, member);
        Response one = page.get(members(workspace) + "/" + owner);
        assertThat(one.member("email")).isEqualTo(OWNER);
        assertThat(one.member("name")).isEqualTo("Name of " + OWNER);
        assertThat(one.member("role")).isEqualTo("owner");
        assertThat(
                        page.with("If-None-Match", one.header("ETag"))
                                .get(members(workspace) + "/" + owner))
                .returns(304, Response::status);
        assertThat(page.get(members(workspace) + "?limit=1").body().path("has_more").asBoolean())
                .isTrue();
    }

    /** Otherwise a stolen key that manages members could make its user an owner. */
    @Test
    @Verifies("key-grants")
    void aKeyGivesNoRoleThatMayDoMoreThanItself() {
        String workspace = people.workspace(owner, Role.VIEWER, member);
        Caller narrow = api.callerAs(api.key(workspace, "members:write", "workspace:read"));
        Caller wide = api.callerAs(api.key(workspace));
        String readers = String.join(" ", SessionAuthenticator.scopes(Role.VIEWER));
        Caller reading =
                api.callerAs(api.key(workspace, (readers + " members:write").split(" ", -1)));
        String invitations = "/api/v1/workspaces/" + workspace + "/invitations";
        String grace = "{\"email\":\"grace@example.com\",\"role\":\"%s\"}";

        for (String role : List.of("viewer", "developer", "admin")) {
            for (Response told :
                    List.of(
                            narrow.patch(members(workspace) + "/" + member, role(role)),
                            narrow.post(invitations, grace.formatted(role)))) {
                assertThat(told.status()).as(role).isEqualTo(403);
                assertThat(told.code()).isEqualTo("role_exceeds_own");
            }
        }
        assertThat(reading.post(invitations, grace.formatted("viewer")).status()).isEqualTo(201);
        assertThat(reading.post(invitations, grace.formatted("developer")).status()).isEqualTo(403);
        assertThat(wide.patch(members(workspace) + "/" + member, role("admin")).status())
                .isEqualTo(200);
        assertThat(wide.post(invitations, grace.formatted("owner")).status()).isEqualTo(403);
    }

    @Test
    @Verifies("workspace-from-credential")
    void membersAreHiddenFromOtherUsers() {
        String workspace = people.workspace(owner, Role.OWNER, owner);
        Caller page = people.browser(MEMBER).page();

        assertThat(page.get(members(workspace)).status()).isEqualTo(404);
        assertThat(page.get(members(workspace) + "/" + owner).status()).isEqualTo(404);
        assertThat(page.delete(members(workspace) + "/" + owner).status()).isEqualTo(404);
        Caller his = people.browser(OWNER).page();
        assertThat(his.get(members(workspace) + "/" + member).status()).isEqualTo(404);
        assertThat(his.delete(members(workspace) + "/" + member).status()).isEqualTo(404);
        assertThat(his.get(members(workspace) + "/" + api.id(IdKind.KEY)).code())
                .isEqualTo("wrong_id_type");
    }

    @Test
    void anotherRoleIsInForceAtTheAnswer() {
        String workspace = people.workspace(owner, Role.VIEWER, member);
        Caller viewer = people.browser(MEMBER).in(workspace);
        String link = "{\"url\":\"https://example.com/\"}";
        assertThat(viewer.post("/api/v1/links", link).status()).isEqualTo(403);

        Response told =
                people.browser(OWNER)
                        .page()
                        .patch(members(workspace) + "/" + member, role("developer"));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("role")).isEqualTo("developer");
        assertThat(viewer.post("/api/v1/links", link).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @Verifies("role-grants")
    @CsvSource({
        "OWNER,     OWNER,     owner,     200",
        "OWNER,     OWNER,     viewer,    200",
        "ADMIN,     DEVELOPER, admin,     200",
        "ADMIN,     DEVELOPER, owner,     403",
        "ADMIN,     OWNER,     viewer,    403",
        "DEVELOPER, VIEWER,    developer, 403",
        "VIEWER,    VIEWER,    viewer,    403",
    })
    void rolesAboveOnesOwnCannotBeGrantedOrRevoked(Role own, Role had, String wanted, int status) {
        String workspace = people.workspace(owner, own, member);
        String third = people.user("third@example.com");
        people.joined(workspace, third, had);

        Response told =
                people.browser(MEMBER).page().patch(members(workspace) + "/" + third, role(wanted));

        assertThat(told.status()).isEqualTo(status);
        assertThat(api.workspaces().role(workspace, third).map(Role::label))
                .contains(status == 200 ? wanted : had.label());
    }

    @Test
    @Verifies("role-grants")
    void theLastOwnerStays() {
        String workspace = people.workspace(owner, Role.ADMIN, member);
        Caller page = people.browser(OWNER).page();

        assertThat(page.delete(members(workspace) + "/" + owner).code()).isEqualTo("last_owner");
        assertThat(page.patch(members(workspace) + "/" + owner, role("admin")).code())
                .isEqualTo("last_owner");
        assertThat(page.patch(members(workspace) + "/" + member, role("owner")).status())
                .isEqualTo(200);
        assertThat(page.delete(members(workspace) + "/" + owner).status()).isEqualTo(204);
        assertThat(page.get(members(workspace)).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"VIEWER", "DEVELOPER", "ADMIN"})
    void everybodyMayLeave(Role role) {
        String workspace = people.workspace(owner, role, member);
        Caller page = people.browser(MEMBER).page();

        assertThat(page.delete(members(workspace) + "/" + member).status()).isEqualTo(204);

        assertThat(page.get("/api/v1/workspaces/" + workspace).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"VIEWER, scope_missing", "DEVELOPER, scope_missing", "ADMIN, role_exceeds_own"})
    void removingAnOwnerRequiresTheOwnersRole(Role role, String code) {
        String workspace = people.workspace(owner, role, member);

        Response told = people.browser(MEMBER).page().delete(members(workspace) + "/" + owner);

        assertThat(told.status()).isEqualTo(403);
        assertThat(told.code()).isEqualTo(code);
    }

    @Test
    @Verifies("workspace-from-credential")
    void removalHoldsAtTheResponse() {
        String workspace = people.workspace(owner, Role.ADMIN, member);
        Caller his = people.browser(MEMBER).in(workspace);
        assertThat(his.get("/api/v1/keys").status()).isEqualTo(200);

        assertThat(people.browser(OWNER).page().delete(members(workspace) + "/" + member))
                .returns(204, Response::status);

        assertThat(his.get("/api/v1/keys").status()).isEqualTo(404);
    }

    @Test
    void aKeyLetsAdminsInAndOutAndNoOwners() {
        people.open(TestApi.WORKSPACE, owner);
        people.joined(TestApi.WORKSPACE, member, Role.VIEWER);
        Caller key = api.caller();
        String one = members(TestApi.WORKSPACE) + "/" + member;

        assertThat(key.patch(one, role("owner")).code()).isEqualTo("role_exceeds_own");
        assertThat(key.patch(one, role("admin")).status()).isEqualTo(200);
        assertThat(key.delete(members(TestApi.WORKSPACE) + "/" + owner).code())
                .isEqualTo("role_exceeds_own");
        assertThat(key.delete(one).status()).isEqualTo(204);
        assertThat(api.caller("members:read").delete(one).code()).isEqualTo("scope_missing");
    }

    @Test
    void aChangeOfAnotherVersionIsRefused() {
        String workspace = people.workspace(owner, Role.VIEWER, member);
        Caller page = people.browser(OWNER).page();
        String one = members(workspace) + "/" + member;

        Response changed = page.with("If-Match", "\"1\"").patch(one, role("admin"));

        assertThat(changed.header("ETag")).isEqualTo("\"2\"");
        assertThat(page.with("If-Match", "\"1\"").patch(one, role("viewer")).status())
                .isEqualTo(412);
        assertThat(page.with("If-Match", "\"1\"").delete(one).status()).isEqualTo(412);
        assertThat(page.patch(one, role("king")).errors()).containsExactly("#/role invalid_value");
        assertThat(page.patch(one, "{}").errors()).containsExactly("#/role required");
    }
}
