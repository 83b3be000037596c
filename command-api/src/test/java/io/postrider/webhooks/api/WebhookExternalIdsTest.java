package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;

/** Webhooks under ids of callers, and their tags. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookExternalIdsTest {

    private static final String PATH = "/api/v1/webhooks";
    private static final String BODY =
            """
            {"url":"https://hooks.example.com/in","event_types":["link.*"],"tags":["shop","eu","shop"],
             "description":"Orders","headers":{"X-Key":"planted"},"metadata":{"team":"ops"}}
            """;

    private TestApi api;
    private Caller caller;

    @BeforeAll
    void start() {
        api = new TestApi();
        caller = api.caller();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void aPutCreatesThenUpdatesAndChangesNothingIfTheBodyIsTheSame() {
        Response made = put("orders", BODY);
        Response same = put("orders", BODY);
        Response other = put("orders", BODY.replace("Orders", "Carts"));

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo(PATH + "/" + made.member("id"));
        assertThat(made.member("secret")).startsWith("whsec_");
        assertThat(made.member("external_id")).isEqualTo("orders");
        assertThat(made.body().path("tags").toString()).isEqualTo("[\"shop\",\"eu\"]");
        assertThat(same.status()).as(same.text()).isEqualTo(200);
        assertThat(same.member("id")).isEqualTo(made.member("id"));
        assertThat(same.member("version")).isEqualTo("1");
        assertThat(same.body().has("secret")).isFalse();
        assertThat(other.member("version")).isEqualTo("2");
        assertThat(other.member("description")).isEqualTo("Carts");
    }

    @Test
    void whatABodyOmitsIsClearedButNotTheSwitch() {
        Response made = put("cleared", BODY);
        api.caller().post(PATH + "/" + made.member("id") + "/disable");

        Response bare =
                put("cleared", "{\"url\":\"https://b.example.com/\",\"event_types\":[\"*\"]}");

        assertThat(bare.status()).as(bare.text()).isEqualTo(200);
        assertThat(bare.body().path("description").isNull()).isTrue();
        assertThat(bare.body().path("tags").toString()).isEqualTo("[]");
        assertThat(bare.body().path("headers").toString()).isEqualTo("{}");
        assertThat(bare.body().path("metadata").toString()).isEqualTo("{}");
        assertThat(bare.body().path("enabled").asBoolean(true)).isFalse();
        assertThat(bare.member("external_id")).isEqualTo("cleared");
        assertThat(
                        put("cleared", BODY.replace("{\"url\"", "{\"enabled\":true,\"url\""))
                                .member("enabled"))
                .isEqualTo("true");
    }

    @Test
    void aDeletedWebhookIsCreatedAgainUnderItsExternalId() {
        Response made = put("again", BODY);
        api.caller().delete(PATH + "/" + made.member("id"));

        Response again = put("again", BODY);

        assertThat(again.status()).as(again.text()).isEqualTo(201);
        assertThat(again.member("id")).isEqualTo(made.member("id"));
        assertThat(again.member("secret")).isNotEqualTo(made.member("secret"));
        assertThat(api.caller().get(PATH + "/" + again.member("id")).status()).isEqualTo(200);
    }

    @Test
    void eachWorkspaceHasItsOwnExternalIds() {
        Caller other = api.callerOf(TestApi.OTHER_WORKSPACE);

        Response mine = put("shared", BODY);
        Response theirs = other.send(HttpMethod.PUT, PATH + "/by-external-id/shared", BODY);

        assertThat(theirs.status()).as(theirs.text()).isEqualTo(201);
        assertThat(theirs.member("id")).isNotEqualTo(mine.member("id"));
    }

    @Test
    void aPutNeedsTheReadScopesOfItsTypes() {
        Response told =
                api.caller("webhooks:write")
                        .send(HttpMethod.PUT, PATH + "/by-external-id/scoped", BODY);

        assertThat(told.code()).isEqualTo("scope_exceeds_own");
    }

    @Test
    void webhooksAreListedByTagAndExternalId() {
        String id = put("listed", BODY.replace("eu", "listed")).member("id");
        put("unlisted", BODY);

        for (String filter : new String[] {"tag=listed", "external_id=listed"}) {
            Response page = api.caller().get(PATH + "?" + filter);
            assertThat(page.body().path("data").values())
                    .extracting(webhook -> webhook.path("id").asString(""))
                    .containsExactly(id);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                                        | 422 | #/url required",
                "{\"url\":\"https://a.example.com/\"}                                      | 422 | #/event_types required",
                "{\"url\":\"https://a.example.com/\",\"event_types\":[\"*\"],\"tags\":[\"\"]} | 422 | #/tags/0 invalid_length",
                "{\"url\":\"https://a.example.com/\",\"event_types\":[\"*\"],\"secret\":\"x\"} | 400 | #/secret unknown_field",
                "{\"url\":\"https://a.example.com/\",\"event_types\":[\"*\"],\"external_id\":\"x\"} | 400 | #/external_id unknown_field",
            })
    void faultsAreNamed(String body, int status, String error) {
        Response told = put("faulty", body);

        assertThat(told.status()).isEqualTo(status);
        assertThat(told.errors()).contains(error);
    }

    @Test
    void anExternalIdIsNoLongerThan255Characters() {
        assertThat(put("x".repeat(255), BODY).status()).isEqualTo(201);
        assertThat(put("x".repeat(256), BODY).status()).isEqualTo(404);
    }

    private Response put(String name, String body) {
        return caller.send(HttpMethod.PUT, PATH + "/by-external-id/" + name, body);
    }
}
