package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.util.Map;

/** The API, and a provider of models that answers as told. */
final class FakeProvider implements AutoCloseable {

    static final String KEY = "sk-planted-0123456789abcdef";
    static final String HEADER = "planted-header-value-42";
    static final String MODEL = "support-reply";
    static final String COMPLETION =
            """
            {"id":"chatcmpl-1","object":"chat.completion","created":1795225025,"model":"llama-3.3-70b",
             "choices":[{"index":0,"message":{"role":"assistant","content":"Hi there"},"finish_reason":"stop"}],
             "usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5},"x_provider":{"node":7}}\
            """;
    static final Map<String, String> OPEN = Map.of("POSTRIDER_EGRESS_ALLOW", "127.0.0.0/8");

    final TestApi api;
    final RecordingReceiver provider =
            RecordingReceiver.start(
                    StubResponse.status(
                            200, Map.of("Content-Type", "application/json"), COMPLETION));

    private String connection = "";

    FakeProvider() {
        this(OPEN);
    }

    FakeProvider(Map<String, String> environment) {
        this(new TestApi(environment));
    }

    FakeProvider(TestApi api) {
        this.api = api;
    }

    /** Everything, in the workspace of the tests. */
    Caller caller() {
        return api.caller();
    }

    /** The id of a new connection to the provider. */
    String connect() {
        return connect("");
    }

    String connect(String further) {
        return connectTo(provider.url("/v1/"), further);
    }

    String connectTo(String baseUrl, String further) {
        return connectTo(caller(), baseUrl, further);
    }

    private static String connectTo(Caller caller, String baseUrl, String further) {
        Response made =
                caller.post(
                        "/api/v1/model-connections",
                        """
                        {"name":"Own","base_url":"%s","api_key":"%s","timeout":"PT2M",
                         "headers":{"X-Title":"%s"}%s}\
                        """
                                .formatted(baseUrl, KEY, HEADER, further));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        return made.member("id");
    }

    /** Names a model of a connection. */
    Response name(String alias, String connection, String further) {
        return name(caller(), alias, connection, further);
    }

    private static Response name(Caller caller, String alias, String connection, String further) {
        return caller.post(
                "/api/v1/models",
                """
                {"id":"%s","connection_id":"%s","upstream_model":"llama-3.3-70b"%s}\
                """
                        .formatted(alias, connection, further));
    }

    /** The usual model, in another workspace. */
    void readyFor(Caller caller) {
        String connection = connectTo(caller, provider.url("/v1/"), "");
        assertThat(name(caller, MODEL, connection, "").status()).isEqualTo(201);
    }

    /** The usual model, of a new connection. */
    FakeProvider ready() {
        connection = connect();
        assertThat(name(MODEL, connection, "").status()).isEqualTo(201);
        return this;
    }

    /** Calls of the usual model are given up soon, though not before a busy machine has begun them. */
    FakeProvider impatient() {
        Response changed =
                caller().patch("/api/v1/model-connections/" + connection, "{\"timeout\":\"PT5S\"}");
        assertThat(changed.status()).isEqualTo(200);
        return this;
    }

    Response complete(String further) {
        return caller().post("/api/v1/chat/completions", body(further));
    }

    static String body(String further) {
        return """
        {"model":"%s","messages":[{"role":"user","content":"Hello"}]%s}\
        """
                .formatted(MODEL, further);
    }

    Response streamed() {
        return complete(",\"stream\":true");
    }

    /** What a provider streams that says these data lines. */
    static StubResponse events(String... data) {
        StringBuilder text =
                new StringBuilder(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection:"
                                + " close\r\n\r\n");
        for (String line : data) {
            text.append("data: ").append(line).append("\n\n");
        }
        return StubResponse.raw(text.toString());
    }

    /** A piece of a completion, in a provider's words. */
    static String chunk(String content, String finish) {
        return """
        {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"llama-3.3-70b","choices":[{"index":0,"delta":{"content":"%s"},"finish_reason":%s}]}\
        """
                .formatted(content, finish);
    }

    @Override
    public void close() {
        provider.close();
        api.close();
    }
}
