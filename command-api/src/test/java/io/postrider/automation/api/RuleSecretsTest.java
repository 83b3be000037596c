package io.postrider.automation.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;

/** Secrets that are typed into rules are in no command, event or answer, and stay where they are sent back as they are shown. */
class RuleSecretsTest {

    private static final String RULES = "/api/v1/automation/rules";
    private static final String CALL =
            """
            {"key":"call","type":"http.request","with":{"url":"https://crm.example.com/in?token=planted-1&x=1",
              "headers":{"Authorization":"Bearer planted-2","X-Own":"planted-3","Accept":"text/plain"}}}\
            """;
    private static final String SHOWN =
            """
            {"key":"call","type":"http.request","with":{"url":"https://crm.example.com/in?token=***&x=1",\
            "headers":{"Authorization":"***","X-Own":"***","Accept":"text/plain"}}}\
            """;

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller().with("If-Match", "*");

    @Test
    @Verifies("rule-secrets")
    void theyAreInNoCommandEventOrAnswer() {
        Response made = caller.post(RULES, rule(branched(CALL)));
        String rule = RULES + "/" + made.member("id");

        assertThat(made.status()).as(made.text()).isEqualTo(201);
        assertThat(made.body().at("/actions/0/cases/0/actions/0")).hasToString(SHOWN);
        Response published = caller.post(rule + "/publish");
        assertThat(published.body().at("/published/actions")).hasToString(branchedShown());
        assertThat(caller.get(rule + "/versions").body().at("/data/0/actions"))
                .hasToString(branchedShown());
        assertThat(caller.get(RULES + "/export").body().at("/rules/0/actions"))
                .hasToString(branchedShown());
        assertThat(
                        caller.post(
                                        rule + "/test",
                                        "{\"event\":{\"type\":\"order.paid\",\"data\":{}}}")
                                .text())
                .contains("https://crm.example.com/in?token=***&x=1")
                .doesNotContain("planted", "sealed");
        assertThat(api.log().commands().toString() + api.log().events())
                .contains("sealed")
                .doesNotContain("planted");
    }

    @Test
    @Verifies("rule-secrets")
    void aResponseSentBackChangesNothing() {
        Response made = caller.post(RULES, rule(CALL));
        String rule = RULES + "/" + made.member("id");

        for (String actions : new String[] {SHOWN, CALL}) {
            Response same = caller.patch(rule, "{\"actions\":[" + actions + "]}");
            assertThat(same.status()).as(same.text()).isEqualTo(200);
            assertThat(same.member("version")).isEqualTo("1");
        }
        assertThat(caller.patch(rule, "{\"filter\":{\"cel\":\"true\"}}").member("version"))
                .isEqualTo("2");
        Response other =
                caller.patch(
                        rule, "{\"actions\":[" + SHOWN.replace("\"X-Own\":\"***\",", "") + "]}");
        assertThat(other.body().at("/actions/0/with/headers"))
                .hasToString("{\"Authorization\":\"***\",\"Accept\":\"text/plain\"}");
    }

    @ParameterizedTest
    @Verifies("rule-secrets")
    @CsvSource({
        "crm.example.com, mine.example.com",
        "https://crm.example.com/in?token=***&x=1, https://mine.example.com/",
        "\"https://crm.example.com/in?token=***&x=1\", {\"jsonata\":\"event.data.url\"}",
        "\"key\":\"call\", \"key\":\"other\"",
        "X-Own, X-Other",
        "\"X-Own\":\"***\", \"X-Own\":{\"sealed\":\"a\"}"
    })
    void noneFollowsToAnotherHostActionOrHeader(String part, String other) {
        Response made = caller.post(RULES, rule(CALL));

        Response refused =
                caller.patch(
                        RULES + "/" + made.member("id"),
                        "{\"actions\":[" + SHOWN.replace(part, other) + "]}");

        assertThat(refused.status()).as(refused.text()).isEqualTo(422);
        assertThat(refused.errors())
                .anyMatch(error -> error.startsWith("#/actions/0/with/"))
                .allMatch(error -> error.endsWith(" secret_required"));
    }

    @Test
    @Verifies("rule-secrets")
    void aRuleThatIsPutAsItWasExportedKeepsThem() {
        String path = RULES + "/by-external-id/crm";
        caller.send(HttpMethod.PUT, path, rule(CALL));
        JsonNode exported = caller.get(RULES + "/export").body().at("/rules/0");

        Response again = caller.send(HttpMethod.PUT, path, exported.toString());

        assertThat(again.status()).as(again.text()).isEqualTo(200);
        assertThat(again.member("version")).isEqualTo("1");
        assertThat(
                        caller.send(
                                        HttpMethod.PUT,
                                        path + "-2",
                                        exported.toString().replace("\"crm\"", "\"crm-2\""))
                                .status())
                .isEqualTo(422);
    }

    private static String branched(String action) {
        return "{\"key\":\"b\",\"type\":\"branch\",\"cases\":[{\"when\":\"true\",\"actions\":["
                + action
                + "]}]}";
    }

    private static String branchedShown() {
        return "[" + branched(SHOWN) + "]";
    }

    private static String rule(String action) {
        return "{\"name\":\"CRM\",\"trigger\":{\"event_types\":[\"order.paid\"]},\"actions\":["
                + action
                + "]}";
    }
}
