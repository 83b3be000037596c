package io.postrider.identity.users;

import static io.postrider.identity.users.TestPeople.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople.Browser;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of the signed-in user: name, address and password. */
class UserRoutesTest {

    private static final String USER = "/api/v1/user";
    private static final String ADA = "ada@example.com";
    private static final String GRACE = "grace@example.com";
    private static final String NEW = "nine yellow submarines";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private String ada = "";

    @BeforeEach
    void adaIsThere() {
        ada = people.user(ADA);
    }

    private static String email(String email, String password) {
        return Json.object().put("email", email).put("password", password).toString();
    }

    private static String passwords(String current, String wanted) {
        return Json.object()
                .put("current_password", current)
                .put("new_password", wanted)
                .toString();
    }

    @Test
    @Verifies("people-sealed")
    void aNameIsKeptAsItIsAndShownToOthers() {
        String workspace = people.workspace(people.user(GRACE), Role.VIEWER, ada);
        Caller page = people.browser(ADA).page();
        String name = "Ada 👩‍💻 \u202Eecalevol <script>";

        Response told = page.patch(USER, Json.object().put("name", name).toString());

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("name")).isEqualTo(name);
        assertThat(page.get(USER).member("name")).isEqualTo(name);
        Response seen =
                people.browser(GRACE)
                        .page()
                        .get("/api/v1/workspaces/" + workspace + "/members/" + ada);
        assertThat(seen.member("name")).isEqualTo(name);
        assertThat(api.log().events().toString() + api.log().commands())
                .doesNotContain("Ada 👩‍💻");
    }

    @Test
    void aStaleVersionIsNotChanged() {
        Caller page = people.browser(ADA).page();
        String etag = page.get(USER).header("ETag");

        assertThat(page.with("If-None-Match", etag).get(USER).status()).isEqualTo(304);
        assertThat(page.with("If-Match", etag).patch(USER, "{\"name\":\"One\"}").status())
                .isEqualTo(200);
        assertThat(page.with("If-Match", etag).patch(USER, "{\"name\":\"Two\"}").status())
                .isEqualTo(412);
        assertThat(page.patch(USER, "{}").member("name")).isEqualTo("One");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a\\u0000b\"", "\"\"", "\"  \"", "null", "7", "\"\\ud83d\""})
    void aNameThatCannotBeKeptIsRefusedByItsField(String name) {
        Response told = people.browser(ADA).page().patch(USER, "{\"name\":" + name + "}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).hasSize(1).allMatch(error -> error.startsWith("#/name "));
    }

    @Test
    void anotherAddressSignsInAtTheAnswerAndTheOldOneIsFree() {
        Caller page = people.browser(ADA).page();

        Response told = page.post(USER + "/email", email("Lovelace@Example.com", PASSWORD));

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("email")).isEqualTo("Lovelace@Example.com");
        assertThat(people.signIn("lovelace@example.com", PASSWORD).status()).isEqualTo(200);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(401);
        people.user(GRACE);
        assertThat(
                        people.browser(GRACE)
                                .page()
                                .post(USER + "/email", email(ADA, PASSWORD))
                                .status())
                .isEqualTo(200);
        assertThat(api.log().events().toString()).doesNotContain("ovelace");
    }

    @Test
    void anAddressHasOneUser() {
        Caller ofAda = people.browser(ADA).page();
        people.user(GRACE);
        Caller ofGrace = people.browser(GRACE).page();
        assertThat(ofAda.post(USER + "/email", email("new@example.com", PASSWORD)).status())
                .isEqualTo(200);

        Response told = ofGrace.post(USER + "/email", email("NEW@example.com", PASSWORD));

        assertThat(told.status()).isEqualTo(409);
        assertThat(told.code()).isEqualTo("email_taken");
        assertThat(ofGrace.get(USER).member("email")).isEqualTo(GRACE);
    }

    @Test
    void theAddressInAnotherCaseStaysTheUsers() {
        Caller page = people.browser(ADA).page();

        assertThat(page.post(USER + "/email", email("ADA@example.com", PASSWORD)).member("email"))
                .isEqualTo("ADA@example.com");
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void aRepeatedChangeOfTheAddressIsAnsweredAsTheFirst() {
        Caller page = people.browser(ADA).page().with("Idempotency-Key", "once");

        Response first = page.post(USER + "/email", email("new@example.com", PASSWORD));
        Response second = page.post(USER + "/email", email("new@example.com", PASSWORD));

        assertThat(second.status()).isEqualTo(200);
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(people.signIn("new@example.com", PASSWORD).status()).isEqualTo(200);
    }

    @Test
    void changingTheAddressRequiresThePassword() {
        Caller page = people.browser(ADA).page();

        Response wrong = page.post(USER + "/email", email("new@example.com", "wrong"));
        assertThat(wrong.code()).isEqualTo("password_wrong");
        assertThat(wrong.errors()).containsExactly("#/password password_wrong");
        Response without = page.post(USER + "/email", "{\"email\":\"new@example.com\"}");
        assertThat(without.errors()).containsExactly("#/password required");
        assertThat(page.get(USER).member("email")).isEqualTo(ADA);
    }

    @Test
    void anotherPasswordEndsEverySessionButGivesThisBrowserANewOne() {
        Browser browser = people.browser(ADA);
        Browser elsewhere = people.browser(ADA);

        Response told = browser.page().post(USER + "/password", passwords(PASSWORD, NEW));

        assertThat(told.status()).isEqualTo(200);
        assertThat(browser.page().get(USER).status()).isEqualTo(401);
        assertThat(elsewhere.page().get(USER).status()).isEqualTo(401);
        Browser after = Browser.of(api, told);
        assertThat(after.page().get(USER).status()).isEqualTo(200);
        assertThat(after.page().get("/api/v1/sessions").body().path("data")).hasSize(1);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(401);
        assertThat(people.signIn(ADA, NEW).status()).isEqualTo(200);
        assertThat(api.log().events().toString() + api.log().commands()).doesNotContain(NEW);
    }

    @Test
    void changingThePasswordRequiresTheOldOne() {
        Caller page = people.browser(ADA).page();

        Response wrong = page.post(USER + "/password", passwords("wrong", NEW));
        assertThat(wrong.code()).isEqualTo("password_wrong");
        assertThat(wrong.errors()).containsExactly("#/current_password password_wrong");
        assertThat(page.post(USER + "/password", "{\"new_password\":\"" + NEW + "\"}").errors())
                .containsExactly("#/current_password required");
        assertThat(page.get(USER).status()).isEqualTo(200);
        assertThat(people.signIn(ADA, PASSWORD).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @Verifies("password-rule")
    @ValueSource(strings = {"short", "password1", "ada@example.com", "qwertyuiop"})
    void aPasswordThatIsGuessedFirstIsRefused(String wanted) {
        Response told =
                people.browser(ADA).page().post(USER + "/password", passwords(PASSWORD, wanted));

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).hasSize(1).allMatch(error -> error.startsWith("#/new_password "));
    }

    @Test
    void guessesInASessionAreThrottled() {
        Caller page = people.browser(ADA).page();
        Response told = page.post(USER + "/email", email("new@example.com", "wrong"));
        for (int i = 0; i < 10 && told.status() == 403; i++) {
            told = page.post(USER + "/email", email("new@example.com", "wrong"));
        }

        assertThat(told.status()).isEqualTo(429);
        assertThat(told.code()).isEqualTo("too_many_tries");
    }

    @Test
    void aSignInThatOverlapsAChangeOfThePasswordDoesNotSurviveIt() throws Exception {
        Browser browser = people.browser(ADA);
        CompletableFuture<Void> release = new CompletableFuture<>();
        Executor apart = Executors.newVirtualThreadPerTaskExecutor();
        api.log().holdUntil(release);
        // It is decided and held back on its way to the tables, so the old password still looks
        // right.
        CompletableFuture<Response> change =
                CompletableFuture.supplyAsync(
                        () -> browser.page().post(USER + "/password", passwords(PASSWORD, NEW)),
                        apart);
        await().until(() ->
                api.log().events().getLast().header().type().equals("user.password_changed"));

        CompletableFuture<Response> signIn =
                CompletableFuture.supplyAsync(() -> people.signIn(ADA, PASSWORD), apart);
        await().until(() ->
                api.log().commands().getLast().header().type().equals("user.start_session"));
        release.complete(null);

        assertThat(change.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
        Response refused = signIn.get(60, TimeUnit.SECONDS);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.code()).isEqualTo("sign_in_refused");
        assertThat(refused.header("Set-Cookie")).isEmpty();
    }
}
