package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** That filters and transforms of webhooks are compiled when they are saved. */
class WebhookExpressionsTest {

    private static final String PATH = "/api/v1/webhooks";

    @AutoClose private final TestApi api = new TestApi();

    @Test
    void aWebhookShowsItsFilterAndItsTransform() {
        Response plain = create(body());
        assertThat(plain.body().path("filter").isNull()).isTrue();
        assertThat(plain.body().path("transform").isNull()).isTrue();

        Response made =
                create(body().put("filter", "event.data.n > 1").put("transform", "{'n': 1}"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.member("filter")).isEqualTo("event.data.n > 1");
        assertThat(made.member("transform")).isEqualTo("{'n': 1}");
    }

    @Test
    void bothCanBeChangedAndRemoved() {
        String path = PATH + "/" + create(body().put("filter", "true")).member("id");

        Response changed =
                api.caller().patch(path, "{\"filter\":\"false\",\"transform\":\"event\"}");
        assertThat(changed.member("filter")).isEqualTo("false");
        assertThat(changed.member("transform")).isEqualTo("event");

        Response removed = api.caller().patch(path, "{\"filter\":null}");
        assertThat(removed.body().path("filter").isNull()).isTrue();
        assertThat(removed.member("transform")).isEqualTo("event");
    }

    @Test
    void invalidExpressionsAreRejectedWithTheirPlace() {
        Response told =
                create(body().put("filter", "true &&\n  event.").put("transform", "{'n': event"));

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .containsExactly("#/filter invalid_expression", "#/transform invalid_expression");
        assertThat(told.body().path("errors").path(0).path("detail").asString(""))
                .startsWith("Line 2, column 9: ");
        assertThat(told.body().path("errors").path(1).path("detail").asString(""))
                .matches("Line 1, column \\d+: .+");
    }

    @Test
    void anEditIsHeldToTheSame() {
        String path = PATH + "/" + create(body()).member("id");

        Response told =
                api.caller().patch(path, "{\"filter\":\"steps.first\",\"transform\":\"(\"}");

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors())
                .containsExactly("#/filter invalid_expression", "#/transform invalid_expression");
    }

    @Test
    void aFilterThatIsNeitherTrueNorFalseIsRefused() {
        assertThat(create(body().put("filter", "1 + 1")).errors())
                .containsExactly("#/filter invalid_expression");
    }

    @Test
    void textsThatAreTooLongAreRefused() {
        String longest = "true" + " ".repeat(4_092);

        assertThat(create(body().put("filter", longest + " ").put("transform", "")).errors())
                .containsExactly("#/filter invalid_length", "#/transform invalid_length");
        assertThat(create(body().put("filter", longest)).status()).isEqualTo(201);
    }

    private Response create(ObjectNode body) {
        return api.caller().post(PATH, body.toString());
    }

    private static ObjectNode body() {
        ObjectNode body = Json.object().put("url", "https://example.com/hook");
        body.putArray("event_types").add("link.*");
        return body;
    }
}
