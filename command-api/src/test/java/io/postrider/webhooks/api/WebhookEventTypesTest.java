package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Which events a webhook can be for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookEventTypesTest {

    private TestApi api;

    @BeforeAll
    void start() {
        api = new TestApi();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void everyTypeOfTheCatalogueAndItsGroupIsTaken() {
        Response catalogue = api.caller().get("/api/v1/event-types");
        List<String> types =
                catalogue.body().path("data").values().stream()
                        .map(type -> type.path("type").asString(""))
                        .toList();

        assertThat(types).hasSizeGreaterThan(10);
        for (String type : types) {
            String group = type.substring(0, type.indexOf('.')) + ".*";
            Response made = create(type, group);
            assertThat(made.status()).as(type).isEqualTo(201);
            // There are more types than a workspace may have webhooks.
            api.caller().delete("/api/v1/webhooks/" + made.member("id"));
        }
    }

    @Test
    @Verifies("webhook-urls-sealed")
    void theUrlIsShownAndInNoCommandOrEvent() {
        String url = "https://hooks.example.com/in?token=planted-1";
        String other = "https://hooks.example.com/in?token=planted-2";
        Response made =
                api.caller()
                        .post(
                                "/api/v1/webhooks",
                                "{\"url\":\"" + url + "\",\"event_types\":[\"link.*\"]}");
        String path = "/api/v1/webhooks/" + made.member("id");

        assertThat(made.member("url")).isEqualTo(url);
        Response moved = api.caller().patch(path, "{\"url\":\"" + other + "\"}");
        assertThat(moved.member("url")).isEqualTo(other);
        Response named = api.caller().patch(path, "{\"description\":\"Shop\"}");
        assertThat(named.member("url")).isEqualTo(other);
        assertThat(api.log().commands().toString() + api.log().events()).doesNotContain("planted");
    }

    @Test
    @Verifies("event-rights")
    void aSubscriberNeedsTheReadScopeOfEachType() {
        Response refused =
                api.caller("webhooks:write")
                        .post(
                                "/api/v1/webhooks",
                                "{\"url\":\"https://a.example.com/\",\"event_types\":[\"message.*\"]}");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("scope_exceeds_own");
        assertThat(refused.errors()).containsExactly("#/event_types scope_exceeds_own");
        Response made = create("message.received");
        Response moved =
                api.caller("webhooks:write")
                        .patch(
                                "/api/v1/webhooks/" + made.body().path("id").asString(""),
                                "{\"url\":\"https://b.example.com/\"}");
        assertThat(moved.code()).isEqualTo("scope_exceeds_own");
    }

    @Test
    @Verifies("event-rights")
    void groupsContainTheTypesReadableByTheWebhook() {
        Caller narrow = api.caller("webhooks:write", "links:read");
        Response made =
                narrow.post(
                        "/api/v1/webhooks",
                        "{\"url\":\"https://a.example.com/\",\"event_types\":[\"*\",\"link.*\"]}");
        String path = "/api/v1/webhooks/" + made.member("id");

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().path("read_scopes").toString())
                .isEqualTo("[\"links:read\",\"webhooks:read\"]");
        Response saved = api.caller().patch(path, "{\"description\":\"All\"}");
        assertThat(saved.body().path("read_scopes").toString()).contains("messages:read");
        Response moved = narrow.patch(path, "{\"url\":\"https://b.example.com/\"}");
        assertThat(moved.body().path("read_scopes").toString())
                .isEqualTo("[\"links:read\",\"webhooks:read\"]");
    }

    @Test
    @Verifies("event-rights")
    void enablingAWebhookRequiresItsReadScopes() {
        String path = "/api/v1/webhooks/" + create("message.*").member("id");
        api.caller().post(path + "/disable");

        Response refused = api.caller("webhooks:write").post(path + "/enable");

        assertThat(refused.code()).isEqualTo("scope_exceeds_own");
        assertThat(refused.body().path("required").toString()).isEqualTo("[\"messages:read\"]");
        Response enabled = api.caller("webhooks:write", "messages:read").post(path + "/enable");
        assertThat(enabled.body().path("enabled").asBoolean()).isTrue();
    }

    @Test
    void theShortNamesAndTypesOfOthersAreTaken() {
        Response told =
                create("create", "list", "click", "order.paid", "order.*", "link.expired", "*");

        assertThat(told.status()).isEqualTo(201);
        assertThat(told.body().path("event_types").path(0).asString("")).isEqualTo("link.created");
    }

    @Test
    void unmatchablePatternsAreRejectedWithASuggestion() {
        Response told = create("link", "link.created", "link.typo", "LINK.created");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .containsExactly(
                        "#/event_types/0 invalid_event_type",
                        "#/event_types/2 invalid_event_type",
                        "#/event_types/3 invalid_event_type");
        assertThat(told.body().path("errors").path(0).path("detail").asString(""))
                .isEqualTo(
                        "Unknown type. Types of this group: link.created, link.updated, link.deleted,"
                                + " link.exhausted, link.expired, link.listed, link.clicked,"
                                + " link.*.");
    }

    @Test
    void anEditIsHeldToTheSame() {
        String id = create("link.*").member("id");

        Response told =
                api.caller().patch("/api/v1/webhooks/" + id, "{\"event_types\":[\"key.made\"]}");

        assertThat(told.errors()).containsExactly("#/event_types/0 invalid_event_type");
    }

    private Response create(String... eventTypes) {
        String listed =
                List.of(eventTypes).stream()
                        .map(type -> "\"" + type + "\"")
                        .collect(Collectors.joining(",", "[", "]"));
        return api.caller()
                .post(
                        "/api/v1/webhooks",
                        "{\"url\":\"https://example.com/hook\",\"event_types\":" + listed + "}");
    }
}
