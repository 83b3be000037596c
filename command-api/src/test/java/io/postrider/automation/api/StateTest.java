package io.postrider.automation.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** The values that rules keep, and the credentials that they call with. */
class StateTest {

    private static final String STATE = "/api/v1/automation/state/";
    private static final String CONNECTIONS = "/api/v1/automation/connections";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @ParameterizedTest
    @ValueSource(strings = {"plain", "vip:1042", "with%20blank", "%D7%A9%D7%9C"})
    void aKeyOfAnyFormHasItsValue(String key) {
        assertThat(caller.post(STATE + key + "/read", "{}").body().path("value").isNull()).isTrue();

        assertThat(caller.post(STATE + key + "/increment", "{\"by\":2}").member("value"))
                .isEqualTo("2");
        Response again = caller.post(STATE + key + "/increment", "");

        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.body().path("value").asInt()).isEqualTo(3);
        assertThat(caller.post(STATE + key + "/read", "{}").body().path("value").asInt())
                .isEqualTo(3);
        assertThat(
                        api.callerOf(TestApi.OTHER_WORKSPACE)
                                .post(STATE + key + "/read", "{}")
                                .body()
                                .path("value")
                                .isNull())
                .isTrue();
        assertThat(caller.delete(STATE + key).status()).isEqualTo(204);
        assertThat(caller.post(STATE + key + "/read", "{}").body().path("value").isNull()).isTrue();
    }

    @Test
    void errorsAreNamed() {
        assertThat(put("{}").errors()).containsExactly("#/value required");
        assertThat(put("{\"value\":1,\"ttl\":\"soon\"}").errors())
                .containsExactly("#/ttl invalid_value");
        assertThat(put("{\"value\":\"" + "x".repeat(17_000) + "\"}").errors())
                .containsExactly("#/value too_long");
        assertThat(put("{\"value\":\"text\"}").status()).isEqualTo(200);
        assertThat(caller.post(STATE + "k/increment", "{}").code()).isEqualTo("state_not_a_number");
    }

    private Response put(String body) {
        return caller.send(HttpMethod.PUT, STATE + "k", "application/json", body.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "\"kind\":\"token\",\"host\":\"a.example\",\"secret\":\"s\" | #/kind invalid_value",
                "\"kind\":\"bearer\",\"host\":\"https://a.example\",\"secret\":\"s\" | #/host invalid_value",
                "\"kind\":\"basic\",\"host\":\"a.example\",\"secret\":\"s\" | #/secret invalid_value",
                "\"kind\":\"bearer\",\"host\":\"a.example\" | #/secret required"
            })
    void aConnectionThatCannotWorkIsRefused(String members, String error) {
        assertThat(caller.post(CONNECTIONS, "{\"name\":\"CRM\"," + members + "}").errors())
                .containsExactly(error);
    }

    @Test
    @Verifies("sent-secrets")
    void theSecretOfAConnectionIsInNoAnswer() {
        Response made =
                caller.post(
                        CONNECTIONS,
                        "{\"name\":\"CRM\",\"kind\":\"bearer\",\"host\":\"a.example\",\"secret\":\"t0ken\"}");
        assertThat(made.status()).as(made.text()).isEqualTo(201);
        String one = CONNECTIONS + "/" + made.member("id");

        assertThat(made.text()).doesNotContain("t0ken");
        for (String elsewhere :
                List.of("\"host\":\"mine.example\"", "\"kind\":\"hmac\"", "\"kind\":\"basic\"")) {
            Response refused = caller.patch(one, "{" + elsewhere + "}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.errors()).containsExactly("#/secret secret_required");
        }
        assertThat(caller.patch(one, "{\"host\":\"a.example\",\"name\":\"Shop\"}").status())
                .isEqualTo(200);
        Response changed = caller.patch(one, "{\"kind\":\"basic\",\"secret\":\"a:b0c\"}");
        assertThat(changed.member("kind")).isEqualTo("basic");
        assertThat(changed.text()).doesNotContain("b0c");
    }
}
