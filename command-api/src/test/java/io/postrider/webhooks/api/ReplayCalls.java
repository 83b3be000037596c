package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Webhooks, their deliveries and replays in a test. */
final class ReplayCalls implements AutoCloseable {

    static final String PATH = "/api/v1/webhooks";

    private final TestApi api = new TestApi();

    /** The API with the log and the read models. */
    TestApi api() {
        return api;
    }

    List<JsonNode> listed(String webhook) {
        Response page = api.caller().get(PATH + "/" + webhook + "/replays");
        assertThat(page.status()).as(page.text()).isEqualTo(200);
        return page.body().path("data").valueStream().toList();
    }

    ObjectNode filtered(String name, String value) {
        ObjectNode body = body();
        body.withObject("/filter").put(name, value);
        return body;
    }

    static ObjectNode webhookBody() {
        ObjectNode body = Json.object().put("url", "https://example.com/hook");
        body.putArray("event_types").add("link.created");
        return body;
    }

    Response replay(String webhook, ObjectNode body) {
        return api.caller().post(PATH + "/" + webhook + "/replays", body.toString());
    }

    String webhook() {
        return api.caller().post(PATH, webhookBody().toString()).member("id");
    }

    void links(int count) {
        for (int i = 0; i < count; i++) {
            Response made =
                    api.caller().post("/api/v1/links", "{\"url\":\"https://example.com/\"}");
            assertThat(made.status()).as(made.text()).isEqualTo(201);
        }
    }

    JsonNode begin(String webhook, ObjectNode body) {
        Response begun = replay(webhook, body);
        assertThat(begun.status()).as(begun.text()).isEqualTo(202);
        return begun.body();
    }

    void rounds(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            api.bean(ReplayRunner.class).round();
        }
    }

    JsonNode finished(String webhook, String id) throws InterruptedException {
        for (int i = 0; i < 50 && !api.bean(ReplayReplica.class).active().isEmpty(); i++) {
            rounds(1);
            api.advance(Duration.ofSeconds(1));
        }
        return shown(webhook, id);
    }

    JsonNode shown(String webhook, String id) {
        Response shown = api.caller().get(one(webhook, id));
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        return shown.body();
    }

    static String one(String webhook, String id) {
        return PATH + "/" + webhook + "/replays/" + id;
    }

    ObjectNode body() {
        ObjectNode body = Json.object();
        body.putObject("filter").put("from", api.now().minusSeconds(60).toString());
        return body;
    }

    @Override
    public void close() {
        api.close();
    }
}
