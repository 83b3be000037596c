package io.postrider.models;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.http.ApiServer;
import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models whose connection leads to the service that they are of. */
class LoopingModelTest {

    private static final int QUOTA = 100;
    private static final String COMPLETIONS = "/api/v1/chat/completions";

    @AutoClose private final ApiServer server = new ApiServer(FakeProvider.OPEN);
    private final TestApi api = server.api;
    private final Caller caller = api.caller();
    private String itself = "";

    @BeforeEach
    void aConnectionLeadsBack() {
        itself = api.key(TestApi.WORKSPACE, key -> with(key, "requestsPerMinute", QUOTA));
        Response made =
                caller.post(
                        "/api/v1/model-connections",
                        "{\"name\":\"Itself\",\"base_url\":\"%s/api/v1\",\"api_key\":\"%s\"}"
                                .formatted(server.url(), itself));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        model("circle", made.member("id"), "circle");
        model("detour", made.member("id"), "echo-1");
    }

    private void model(String alias, String connection, String upstream) {
        Response made =
                caller.post(
                        "/api/v1/models",
                        "{\"id\":\"%s\",\"connection_id\":\"%s\",\"upstream_model\":\"%s\"}"
                                .formatted(alias, connection, upstream));
        assertThat(made.status()).as(made.text()).isEqualTo(201);
    }

    @ParameterizedTest
    @Verifies("model-loop")
    @ValueSource(strings = {"false", "true"})
    void modelLoopsAreRejectedAfterAFewHops(String stream) {
        Response told = caller.post(COMPLETIONS, body("circle", stream));

        assertThat(told.status()).as(told.text()).isEqualTo(422);
        assertThat(told.code()).isEqualTo("model_loop");
        assertThat(told.body().at("/error/code").asString("")).isEqualTo("model_loop");
        assertThat(left()).isEqualTo(QUOTA - HopLimit.MAX - 1);
    }

    @Test
    void chainsOfModelsAreAnswered() {
        Response told = caller.post(COMPLETIONS, body("detour", "false"));

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        assertThat(told.body().at("/choices/0/message/content").asString("")).isEqualTo("Hello");
    }

    @ParameterizedTest
    @Verifies("model-loop")
    @ValueSource(strings = {"4", "99", "-1", "many", "100000000000"})
    void theHopCountOfTheCallerCounts(String hops) {
        Response told =
                caller.with(HopLimit.HEADER, hops).post(COMPLETIONS, body("detour", "false"));

        assertThat(told.code()).isEqualTo("model_loop");
        assertThat(left()).as("nothing was sent on").isEqualTo(QUOTA - 1);
    }

    private static String body(String model, String stream) {
        return """
        {"model":"%s","messages":[{"role":"user","content":"Hello"}],"stream":%s}\
        """
                .formatted(model, stream);
    }

    /** What is left of the minute of the key that the connection has, with this request. */
    private int left() {
        String limit = api.callerAs(itself).get("/api/v1/me").header("RateLimit");
        return Integer.parseInt(limit.replaceAll(".*;r=(\\d+);.*", "$1"));
    }
}
