package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OpenAI's own client on the built-in model and on a model of a provider. */
@ExtendWith(SharedPostrider.class)
class OpenAiClientTest {

    private static final String MODEL = "support-reply";
    private static final String KEY = "sk-planted-0123456789abcdef";
    private static final String CHUNK =
            "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"delta\":{\"content\":\"%s\"},\"finish_reason\":%s}]}\n\n";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HOOK = "/hook";

    @Test
    void theClientListsGetsCompletesAndParsesErrors(Workspace postrider) throws Exception {
        try (RecordingReceiver provider = RecordingReceiver.start()) {
            provider.answerBy(OpenAiClientTest::answer);
            subscribe(postrider, provider);
            name(postrider, provider);
            ForeignClients clients = ForeignClients.install();

            judge(used(clients, postrider));
            judgeSecrets(postrider, provider);
        }
    }

    private static JsonNode used(ForeignClients clients, HttpNode postrider) throws Exception {
        return clients.openAi(
                "http://localhost:" + postrider.port() + "/api/v1", postrider.apiKey(), MODEL);
    }

    private static void subscribe(HttpNode postrider, RecordingReceiver receiver) throws Exception {
        var webhook =
                postrider.post(
                        "/api/v1/webhooks",
                        "{\"url\":\"%s\",\"event_types\":[\"model.*\"]}"
                                .formatted(receiver.url(HOOK)));
        assertThat(webhook.statusCode()).as(webhook.body()).isEqualTo(201);
    }

    private static void name(HttpNode postrider, RecordingReceiver provider) throws Exception {
        var connection =
                postrider.post(
                        "/api/v1/model-connections",
                        "{\"name\":\"Fake\",\"base_url\":\"%s\",\"api_key\":\"%s\",\"timeout\":\"PT5S\"}"
                                .formatted(provider.url("/v1"), KEY));
        assertThat(connection.statusCode()).as(connection.body()).isEqualTo(201);
        var model =
                postrider.post(
                        "/api/v1/models",
                        "{\"id\":\"%s\",\"connection_id\":\"%s\",\"upstream_model\":\"m\"}"
                                .formatted(MODEL, HttpNode.json(connection).path("id").asString()));
        assertThat(model.statusCode()).as(model.body()).isEqualTo(201);
    }

    /** The provider does as the last message says. */
    private static StubResponse answer(ReceivedRequest request) {
        if (request.target().equals(HOOK)) {
            return StubResponse.status(204);
        }
        JsonNode body = JsonMapper.shared().readTree(request.text());
        String said = body.path("messages").path(0).path("content").asString("");
        if (said.startsWith("refuse ")) {
            int status = Integer.parseInt(said.substring("refuse ".length()));
            return StubResponse.status(
                    status,
                    Map.of("Retry-After", "7"),
                    "{\"error\":{\"message\":\"no room for " + KEY + "\"}}");
        }
        if (body.path("stream").asBoolean(false)) {
            String end =
                    said.equals("break off")
                            ? ""
                            : CHUNK.formatted(" you", "\"stop\"") + "data: [DONE]\n\n";
            return StubResponse.status(
                    200,
                    Map.of("Content-Type", "text/event-stream"),
                    CHUNK.formatted("Hello to", "null") + end);
        }
        return StubResponse.status(
                200,
                Map.of("Content-Type", "application/json"),
                "{\"id\":\"c\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
                        + "\"message\":{\"role\":\"assistant\",\"content\":\"Hello to you\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":3,\"total_tokens\":4}}");
    }

    private static void judge(JsonNode used) {
        assertThat(used.path("listed").values())
                .extracting(JsonNode::asString)
                .containsExactly("echo-1 model number string", MODEL + " model number string");
        assertThat(used.path("got").asString()).isEqualTo(MODEL);
        assertThat(used.at("/echo/content").asString()).isEqualTo("Say it again");
        assertThat(used.at("/echo/total").asInt()).isEqualTo(6);
        assertThat(used.at("/echoStreamed/content").asString()).isEqualTo("Say it again");
        assertThat(used.at("/echoStreamed/pieces").asInt()).isGreaterThan(3);
        assertThat(used.at("/completed/content").asString()).isEqualTo("Hello to you");
        assertThat(used.at("/completed/model").asString()).isEqualTo(MODEL);
        assertThat(used.at("/streamed/content").asString()).isEqualTo("Hello to you");
        assertFailed(used.path("wrongKey"), "AuthenticationError", 401, "unauthorized");
        assertFailed(used.path("unknownModel"), "NotFoundError", 404, "not_found");
        assertFailed(used.path("unknownAsked"), "NotFoundError", 404, "model_not_found");
        assertFailed(used.path("nothingAsked"), "UnprocessableEntityError", 422, "invalid");
        assertThat(used.at("/nothingAsked/param").asString()).isEqualTo("messages");
        assertFailed(used.path("keyRefused"), "InternalServerError", 502, "provider_key_refused");
        assertFailed(used.path("limited"), "RateLimitError", 429, "provider_rate_limited");
        assertFailed(used.path("rejected"), "BadRequestError", 400, "provider_rejected");
        JsonNode brokenOff = used.path("brokenOff");
        assertThat(brokenOff.path("name").asString()).as("%s", brokenOff).isEqualTo("APIError");
        assertThat(brokenOff.path("code").asString()).isEqualTo("provider_broke_off");
        assertThat(used.toString()).doesNotContain("planted");
    }

    private static void assertFailed(JsonNode failed, String name, int status, String code) {
        assertThat(failed.path("name").asString("none")).as("%s", failed).isEqualTo(name);
        assertThat(failed.path("known").asBoolean()).isTrue();
        assertThat(failed.path("status").asInt()).isEqualTo(status);
        assertThat(failed.path("code").asString()).isEqualTo(code);
        assertThat(failed.path("message").asString()).isNotBlank();
        assertThat(failed.path("requestID").asString()).startsWith("req_");
    }

    /** Only the provider received the key. */
    private void judgeSecrets(HttpNode postrider, RecordingReceiver provider) throws Exception {
        assertThat(provider.requests())
                .filteredOn(request -> request.target().equals("/v1/chat/completions"))
                .isNotEmpty()
                .allMatch(request ->
                        request.header("authorization").equals(Optional.of("Bearer " + KEY)));
        for (String type : List.of("model.connection.created", "model.created")) {
            ReceivedRequest delivery =
                    provider.awaitRequest(
                            request -> request.text().contains("\"" + type + "\""), PATIENCE);
            assertThat(delivery.text()).contains("con_").doesNotContain("planted");
        }
        assertThat(postrider.get("/api/v1/events").body())
                .contains("model.connection.created")
                .doesNotContain("planted");
    }
}
