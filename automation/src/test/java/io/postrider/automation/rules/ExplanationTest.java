package io.postrider.automation.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RulePause;
import io.postrider.domain.automation.RuleState;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Why a rule does not run for an event, for each reason by its name. */
class ExplanationTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final List<String> SCOPES = List.of("links:write", "events:read");
    private static final String ENDPOINT = "ep_01kb3q9b6wf3s5r8t1v4x7z0c2";
    private static final String DEFINITION =
            """
            {"trigger":{"event_types":["order.paid"],"endpoint":"%s"},"filter":{"cel":"event.data.total > 100"},
             "actions":[{"key":"link","type":"links.create","with":{"url":"https://example.com/"}}]}
            """
                    .formatted(ENDPOINT);

    @Test
    void anEventThatFulfilsEverythingRuns() {
        JsonNode explained = explained(SCOPES, event());

        assertThat(explained.path("would_run").asBoolean()).isTrue();
        assertThat(failing(explained)).isEmpty();
    }

    @Test
    void aPausedRuleDoesNotRun() {
        JsonNode explained = paused(new RulePause(Rule.LOOPS, AT, null), event());

        assertThat(failing(explained)).isEqualTo("state");
        assertThat(detail(explained, "state"))
                .isEqualTo("The rule has been paused since 2026-11-02T09:30:00.000Z: loop.");
    }

    @Test
    void aRuleThatWasPausedAtTheTimeOfTheEventDidNotRun() {
        RulePause pause = new RulePause(Rule.LOOPS, AT, AT.plusSeconds(2));

        JsonNode explained = paused(pause, event());

        assertThat(explained.path("would_run").asBoolean()).isFalse();
        assertThat(detail(explained, "state"))
                .isEqualTo(
                        "The rule was paused from 2026-11-02T09:30:00.000Z to"
                                + " 2026-11-02T09:30:02.000Z: loop.");
    }

    @Test
    void aRuleThatWasPausedAfterTheEventRan() {
        RulePause pause = new RulePause(null, AT.plusSeconds(2), null);

        assertThat(paused(pause, event()).path("would_run").asBoolean()).isTrue();
    }

    @Test
    void theVersionThatWasInForceAtTheTimeOfTheEventIsExplained() {
        String other = DEFINITION.replace("> 100", "> 1000");
        RuleVersion newer = new RuleVersion(2, other, SCOPES, "key_1", AT.plusSeconds(2));

        JsonNode explained =
                explained(List.of(newer, version(DEFINITION, SCOPES)), List.of(), event());

        assertThat(explained.path("would_run").asBoolean()).isTrue();
        assertThat(detail(explained, "version")).startsWith("Version 1 was published");
    }

    @Test
    void anEventBeforeTheVersionDoesNotRun() {
        ObjectNode event = event().put("timestamp", Json.time(AT.minusSeconds(1)));

        assertThat(failing(event)).isEqualTo("version");
    }

    @Test
    void anEventOfAnotherTypeDoesNotRun() {
        assertThat(failing(event().put("type", "order.sent"))).isEqualTo("type");
    }

    @Test
    void anEventOfAnotherSourceDoesNotRun() {
        ObjectNode event = event();
        event.putObject("actor").put("type", "key").put("id", "key_1");

        assertThat(failing(event)).isEqualTo("source");
    }

    @Test
    void anEventThatTooManyRunsLedToDoesNotRun() {
        ObjectNode event = event();
        event.putObject("cause").put("depth", Explanation.DEPTH_MAX);

        assertThat(failing(event)).isEqualTo("loop");
    }

    @Test
    void anEventOfARunThatTooManyRunsLedToDoesNotRun() {
        String type = "automation.run.succeeded";
        ObjectNode event = event().put("type", type);
        event.putObject("data").put("total", 500).put("depth", Explanation.DEPTH_MAX);
        String definition = DEFINITION.replace("order.paid", type);

        assertThat(failing(explained(definition, SCOPES, event))).isEqualTo("loop");
    }

    @Test
    void anEventThatTheFilterLeavesOutDoesNotRunAndTheValueIsShown() {
        ObjectNode event = event();
        event.putObject("data").put("total", 5);
        JsonNode explained = explained(SCOPES, event);

        assertThat(failing(explained)).isEqualTo("filter");
        assertThat(explained.findValue("clauses").at("/0/values/event.data.total").asInt())
                .isEqualTo(5);
    }

    @Test
    void aPublisherWithoutTheScopesIsNamed() {
        assertThat(failing(explained(List.of("events:read"), event()))).isEqualTo("permission");
        assertThat(failing(explained(List.of("links:write"), event()))).isEqualTo("permission");
    }

    private static ObjectNode event() {
        ObjectNode event =
                Json.object()
                        .put("id", "evt_01kb3q9d0zf2e4g6h8j1k3m5n7")
                        .put("type", "order.paid")
                        .put("timestamp", Json.time(AT.plusSeconds(1)));
        event.putObject("data").put("total", 500);
        event.putObject("actor").put("type", "endpoint").put("id", ENDPOINT);
        return event;
    }

    private static String failing(ObjectNode event) {
        return failing(explained(SCOPES, event));
    }

    /** The first condition that does not hold; empty for none. */
    private static String failing(JsonNode explained) {
        return explained
                .path("checks")
                .valueStream()
                .filter(check -> !check.path("holds").asBoolean())
                .map(check -> check.path("check").asString())
                .findFirst()
                .orElse("");
    }

    private static String detail(JsonNode explained, String check) {
        return explained
                .path("checks")
                .valueStream()
                .filter(each -> each.path("check").asString().equals(check))
                .findFirst()
                .orElseThrow()
                .path("detail")
                .asString();
    }

    private static JsonNode paused(RulePause pause, ObjectNode event) {
        return explained(List.of(version(DEFINITION, SCOPES)), List.of(pause), event);
    }

    private static JsonNode explained(List<String> scopes, ObjectNode event) {
        return explained(DEFINITION, scopes, event);
    }

    private static RuleVersion version(String definition, List<String> scopes) {
        return new RuleVersion(1, definition, scopes, "key_1", AT);
    }

    private static JsonNode explained(String definition, List<String> scopes, ObjectNode event) {
        return explained(List.of(version(definition, scopes)), List.of(), event);
    }

    private static JsonNode explained(
            List<RuleVersion> versions, List<RulePause> pauses, ObjectNode event) {
        RuleState state =
                pauses.stream().anyMatch(pause -> pause.until() == null)
                        ? RuleState.PAUSED
                        : RuleState.ACTIVE;
        Rule rule =
                new Rule(
                        "rul_1",
                        "ws_1",
                        "Thank buyers",
                        null,
                        DEFINITION,
                        versions,
                        state,
                        null,
                        pauses,
                        Map.of(),
                        AT,
                        AT);
        return Explanation.of(rule, event);
    }
}
