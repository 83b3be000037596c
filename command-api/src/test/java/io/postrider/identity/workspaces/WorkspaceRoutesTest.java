package io.postrider.identity.workspaces;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** Who opens workspaces, who sees them, and what they may be called. */
class WorkspaceRoutesTest {

    private static final String PATH = "/api/v1/workspaces";
    private static final String ADA = "ada@example.com";
    private static final String GRACE = "grace@example.com";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";
    private String grace = "";

    @BeforeEach
    void peopleAreThere() {
        ada = people.user(ADA);
        grace = people.user(GRACE);
    }

    private static String named(String name) {
        return Json.object().put("name", name).toString();
    }

    @Test
    void theCreatorOwnsTheWorkspaceAndSeesItAtOnce() {
        Browser browser = people.browser(ADA);

        Response made = browser.page().post(PATH, named("Shop"));

        assertThat(made.status()).isEqualTo(201);
        String id = made.member("id");
        assertThat(made.header("Location")).isEqualTo(PATH + "/" + id);
        assertThat(made.header("ETag")).isEqualTo("\"1\"");
        assertThat(made.member("role")).isEqualTo("owner");
        Response shown = browser.page().get(PATH + "/" + id);
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.member("name")).isEqualTo("Shop");
        assertThat(ids(browser.page().get(PATH))).containsExactly(id);
        assertThat(browser.in(id).post("/api/v1/links", "{\"url\":\"https://example.com/\"}"))
                .returns(201, Response::status);
        assertThat(api.log().events().getLast().header().workspace()).isEqualTo(id);
    }

    @Test
    void theEventOfANewWorkspaceIsInItAndItCanKeepSecrets() {
        Browser browser = people.browser(ADA);
        String id = browser.page().post(PATH, named("Shop")).member("id");

        assertThat(api.log().events().getLast().header().workspace()).isEqualTo(id);
        String webhook = "{\"url\":\"https://example.com/hook\",\"event_types\":[\"link.*\"]}";
        assertThat(browser.in(id).post("/api/v1/webhooks", webhook).status()).isEqualTo(201);
    }

    @Test
    void aRepeatedRequestOpensNoSecondOne() {
        Caller page = people.browser(ADA).page().with("Idempotency-Key", "once");

        Response first = page.post(PATH, named("Shop"));
        Response second = page.post(PATH, named("Shop"));

        assertThat(second.status()).isEqualTo(201);
        assertThat(second.member("id")).isEqualTo(first.member("id"));
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(page.post(PATH, named("Other")).code()).isEqualTo("idempotency_key_reused");
    }

    @Test
    void aListHasTheCallersWorkspacesNewestFirst() {
        people.workspace(grace, Role.OWNER, grace);
        String second = people.workspace(grace, Role.VIEWER, ada);
        api.advance(Duration.ofSeconds(1));
        Caller page = people.browser(ADA).page();
        String third = page.post(PATH, named("Third")).member("id");

        Response list = page.get(PATH);
        assertThat(ids(list)).containsExactly(third, second);
        assertThat(list.body().path("data").get(1).path("role").stringValue()).isEqualTo("viewer");
        Response first = page.get(PATH + "?limit=1");
        assertThat(ids(first)).containsExactly(third);
        assertThat(first.header("Link")).contains("rel=\"next\"");
        assertThat(ids(page.get(PATH + "?limit=1&cursor=" + first.member("next_cursor"))))
                .containsExactly(second);
        assertThat(
                        people.browser(GRACE)
                                .page()
                                .get(PATH + "?cursor=" + first.member("next_cursor"))
                                .code())
                .isEqualTo("cursor_mismatch");
        assertThat(page.with("If-None-Match", list.header("ETag")).get(PATH).status())
                .isEqualTo(304);
    }

    @Test
    void aKeySeesItsOwnWorkspaceAlone() {
        people.open(TestApi.WORKSPACE, ada);
        String other = people.workspace(ada, Role.OWNER, ada);
        Caller key = api.caller("workspace:read");

        Response list = key.get(PATH);
        assertThat(ids(list)).containsExactly(TestApi.WORKSPACE);
        assertThat(list.body().path("data").get(0).has("role")).isFalse();
        assertThat(key.get(PATH + "/" + TestApi.WORKSPACE).status()).isEqualTo(200);
        assertThat(key.get(PATH + "/" + other).status()).isEqualTo(404);
    }

    @Test
    void aWorkspaceCreatedWithAKeyBelongsToTheKeysOwner() {
        people.open(TestApi.WORKSPACE, ada);
        Caller key = api.caller("workspace:write");

        Response made = key.post(PATH, named("Shop"));

        assertThat(made.status()).isEqualTo(201);
        String id = made.member("id");
        assertThat(api.workspaces().role(id, ada)).contains(Role.OWNER);
        assertThat(key.get(PATH + "/" + id).status()).isEqualTo(404);
        assertThat(api.caller("workspace:read").post(PATH, named("x")).code())
                .isEqualTo("scope_missing");
    }

    @ParameterizedTest
    @CsvSource({"VIEWER, 403", "DEVELOPER, 403", "ADMIN, 200", "OWNER, 200"})
    void renamingRequiresAnAdministrator(Role role, int status) {
        String id = people.workspace(grace, role, ada);
        Caller page = people.browser(ADA).page();

        Response told = page.patch(PATH + "/" + id, named("Shop"));

        assertThat(told.status()).isEqualTo(status);
        assertThat(page.get(PATH + "/" + id).member("name"))
                .isEqualTo(status == 200 ? "Shop" : "default");
    }

    @Test
    void aStaleVersionIsNotChanged() {
        String id = people.workspace(ada, Role.OWNER, ada);
        Caller page = people.browser(ADA).page();

        Response renamed = page.with("If-Match", "\"1\"").patch(PATH + "/" + id, named("Shop"));
        assertThat(renamed.header("ETag")).isEqualTo("\"2\"");
        assertThat(page.with("If-Match", "\"1\"").patch(PATH + "/" + id, named("Other")).status())
                .isEqualTo(412);
        assertThat(page.with("If-Match", "\"1\"").patch(PATH + "/" + id, "{}").status())
                .isEqualTo(412);
        assertThat(page.patch(PATH + "/" + id, "{}").member("name")).isEqualTo("Shop");
        assertThat(page.with("If-None-Match", "\"2\"").get(PATH + "/" + id).status())
                .isEqualTo(304);
    }

    @Test
    void otherUsersGetNotFound() {
        String hers = people.workspace(grace, Role.OWNER, grace);
        Caller page = people.browser(ADA).page();

        Response refused = page.get(PATH + "/" + hers);
        Response missing = page.get(PATH + "/" + api.id(IdKind.WS));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(missing.status()).isEqualTo(404);
        assertThat(page.patch(PATH + "/" + hers, named("x")).status()).isEqualTo(404);
        assertThat(page.get(PATH + "/" + api.id(IdKind.LNK)).code()).isEqualTo("wrong_id_type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "👩‍🚀 Läden",
                "متجر \u202E elbon",
                "<script>alert(1)</script>",
                "'; DROP TABLE workspaces; --",
                "  spaces stay  ",
                "=cmd|' /C calc'!A0",
                "\uFEFFbom"
            })
    void aNameIsKeptAsItIs(String name) {
        Caller page = people.browser(ADA).page();

        Response made = page.post(PATH, named(name));

        assertThat(made.status()).isEqualTo(201);
        assertThat(page.get(PATH + "/" + made.member("id")).member("name")).isEqualTo(name);
    }

    @Test
    void aNameThatCannotBeKeptIsRefusedByItsField() {
        Caller page = people.browser(ADA).page();
        List<String> bodies = new ArrayList<>();
        bodies.add(named("x".repeat(10_240)));
        bodies.add(named("a\u0000b"));
        bodies.add(named("two\nlines"));
        bodies.add(named(""));
        bodies.add(named("   "));
        bodies.add("{\"name\":\"\\ud800\"}");
        bodies.add("{\"name\":null}");
        bodies.add("{\"name\":7}");
        bodies.add("{}");

        for (String body : bodies) {
            Response told =
                    page.send(
                            HttpMethod.POST,
                            PATH,
                            "application/json",
                            body.getBytes(StandardCharsets.UTF_8));
            assertThat(told.status()).as(body).isEqualTo(422);
            assertThat(told.errors()).as(body).allMatch(error -> error.startsWith("#/name "));
        }
    }

    @Test
    void theWorkspacesOfAnOwnerAreLimited() {
        Caller repeating = people.browser(ADA).page().with("Idempotency-Key", "k1");
        Response first = repeating.post(PATH, named("First"));
        for (int i = 0; i < 100; i++) {
            people.workspace(ada, Role.OWNER, ada);
        }

        Response told = people.browser(ADA).page().post(PATH, named("One more"));

        assertThat(told.status()).isEqualTo(409);
        assertThat(told.code()).isEqualTo("too_many_workspaces");
        assertThat(repeating.post(PATH, named("First")).member("id")).isEqualTo(first.member("id"));
        assertThat(people.browser(GRACE).page().post(PATH, named("Hers")).status()).isEqualTo(201);
    }

    static List<String> ids(Response list) {
        return list.body()
                .path("data")
                .valueStream()
                .map(one -> one.path("id").stringValue())
                .toList();
    }
}
