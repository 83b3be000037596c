package io.postrider.automation;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleEvent.RulePaused;
import io.postrider.domain.automation.RuleEvent.RulePublished;
import io.postrider.domain.automation.RuleState;
import io.postrider.domain.automation.RuleVersion;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.runtime.rules.Sealer;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Which runs the engine makes of rules: for events, within limits, and by the clock. */
class RuleRunsTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final String WORKSPACE = Id.of(IdKind.WS, new UUID(0, 1));
    private static final String RULE = Id.of(IdKind.RUL, new UUID(1, 1));
    private static final String STOP = "\"actions\":[{\"key\":\"stop\",\"type\":\"stop\"}]";

    private final RuleDirectory rules = new RuleDirectory();
    private final RuleLimits limits = new RuleLimits();
    private final Matcher matcher = new Matcher(Sealer.PLAIN, limits);

    @Test
    void moreRunsThanTheRateAllowsAreSkippedWithTheReason() {
        publish(
                "{\"trigger\":{\"event_types\":[\"order.paid\"]},\"flow\":{\"rate_limit\":{\"limit\":2,\"period\":\"PT1H\",\"key\":{\"jsonata\":\"event.data.shop\"}}},"
                        + STOP
                        + "}");

        assertThat(IntStream.range(0, 3).mapToObj(i -> run(i, "A")))
                .extracting(Run::status)
                .containsExactly(RunStatus.SUCCEEDED, RunStatus.SUCCEEDED, RunStatus.SKIPPED);
        assertThat(run(3, "A").reason()).contains("rate limit of 2 runs");
        assertThat(run(4, "B").status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void theFirstHundredSkipsOfAnHourAreKept() {
        publish(
                "{\"trigger\":{\"event_types\":[\"order.paid\"]},\"filter\":{\"cel\":\"event.data.shop == 'none'\"},"
                        + STOP
                        + "}");

        assertThat(IntStream.range(0, 150).filter(i -> runs(i, "A").isPresent()).count())
                .isEqualTo(100);
        assertThat(run(0, "none").status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void theHundredthLoopOfAMinuteIsOneToPauseFor() {
        assertThat(IntStream.rangeClosed(1, 200).filter(i -> limits.isLoop(RULE, AT)))
                .containsExactly(100);
    }

    @Test
    void aTimeIsDueOnceAndHasTheSameEventAfterARestart() {
        publish("{\"trigger\":{\"cron\":\"0 * * * *\"}," + STOP + "}");
        Schedules schedules = new Schedules();
        Instant later = AT.plusSeconds(1_801);

        assertThat(schedules.due(rules.scheduled(), AT.plusSeconds(60))).isEmpty();
        List<Schedules.Due> due = schedules.due(rules.scheduled(), later);
        assertThat(due).hasSize(1);
        assertThat(due.getFirst().json().at("/data/scheduled_at").asString())
                .startsWith("2026-11-02T10:00:00");
        assertThat(schedules.due(rules.scheduled(), later.plusSeconds(1))).isEmpty();

        List<Schedules.Due> again = new Schedules().due(rules.scheduled(), later.plusSeconds(2));
        assertThat(again.getFirst().event().header().id())
                .isEqualTo(due.getFirst().event().header().id());
        rules.apply(new EventRecord(header(2, RULE), new RulePaused(rule("{}", RuleState.PAUSED))));
        assertThat(rules.scheduled()).isEmpty();
    }

    private void publish(String definition) {
        rules.apply(
                new EventRecord(
                        header(1, RULE), new RulePublished(rule(definition, RuleState.ACTIVE))));
    }

    private Run run(int number, String shop) {
        return runs(number, shop).orElseThrow();
    }

    private Optional<Run> runs(int number, String shop) {
        EventRecord event = new EventRecord(header(number, WORKSPACE), new EventPublished("{}"));
        ObjectNode json = Json.object().put("id", event.header().id()).put("type", "order.paid");
        json.putObject("data").put("shop", shop);
        return matcher.run(rules.of(WORKSPACE, "order.paid").getFirst(), event, json, AT);
    }

    private static Rule rule(String definition, RuleState state) {
        RuleVersion version = new RuleVersion(1, definition, List.of(), "key_1", AT);
        return new Rule(
                RULE,
                WORKSPACE,
                "Rule",
                null,
                definition,
                List.of(version),
                state,
                null,
                Map.of(),
                AT,
                AT);
    }

    private static EventHeader header(int number, String aggregate) {
        return new EventHeader(
                Id.of(IdKind.EVT, new UUID(2, number)),
                "order.paid",
                AT,
                WORKSPACE,
                aggregate,
                number,
                null,
                null,
                null);
    }
}
