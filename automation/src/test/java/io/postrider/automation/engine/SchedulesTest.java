package io.postrider.automation.engine;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.platform.offsets.Partitions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules that run by the clock. */
class SchedulesTest {

    private static final String RESPOND =
            "\"actions\":[{\"key\":\"r\",\"type\":\"respond\",\"with\":{\"jsonata\":\"event.data\"}}]}";

    @TempDir private Path folder;
    private TestEngine engine;

    @BeforeEach
    void open() {
        engine = new TestEngine(folder);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void aRuleRunsOnceAtEachOfItsTimes() {
        engine.rule("{\"trigger\":{\"every\":\"PT10M\"}," + RESPOND);

        engine.later(Duration.ofMinutes(9));
        assertThat(engine.runs()).isEmpty();
        engine.later(Duration.ofMinutes(1));
        engine.later(Duration.ofSeconds(1));
        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.output(engine.run(), "r").path("scheduled_at").asString())
                .isEqualTo("2026-11-02T09:40:00.000Z");

        engine.later(Duration.ofMinutes(10));
        assertThat(engine.runs()).hasSize(2).extracting(Run::eventType).containsOnly("schedule");
    }

    @Test
    void aCronExpressionIsOfItsZone() {
        engine.rule("{\"trigger\":{\"cron\":\"0 11 * * *\",\"zone\":\"Europe/Berlin\"}," + RESPOND);

        engine.later(Duration.ofMinutes(31));

        assertThat(engine.output(engine.run(), "r").path("scheduled_at").asString())
                .isEqualTo("2026-11-02T10:00:00.000Z");
    }

    @Test
    void aTimeThatPassedWhileNoEngineRanIsMadeUpForOnce() {
        engine.rule("{\"trigger\":{\"cron\":\"0 * * * *\"}," + RESPOND);
        engine.later(Duration.ofSeconds(1));

        engine.restart();
        engine.later(Duration.ofMinutes(59));
        assertThat(engine.runs()).hasSize(1);
        engine.restart();
        engine.later(Duration.ofSeconds(1));

        assertThat(engine.runs()).hasSize(1);
    }

    @Test
    void aTimeOfMoreThanAnHourAgoIsNotMadeUpFor() {
        engine.rule("{\"trigger\":{\"cron\":\"45 9 * * *\"}," + RESPOND);
        engine.later(Duration.ofSeconds(1));

        engine.restart();
        engine.later(Duration.ofMinutes(76));

        assertThat(engine.runs()).isEmpty();
    }

    @Test
    void theTimesOfAPauseAreNotMadeUpFor() {
        String rule = engine.rule("{\"trigger\":{\"every\":\"PT10M\"}," + RESPOND);
        engine.change(rule, new PauseRule(TestEngine.WORKSPACE, null, null));
        engine.later(Duration.ofMinutes(15));

        engine.change(rule, new ResumeRule(TestEngine.WORKSPACE, null));
        engine.later(Duration.ofSeconds(1));
        assertThat(engine.runs()).isEmpty();

        engine.later(Duration.ofMinutes(5));
        assertThat(engine.runs()).hasSize(1);
    }

    @Test
    void aRuleIsStartedByTheProcessThatHasItsPartition(@TempDir Path other) {
        Partitions two = new Partitions(2);
        try (TestEngine first = new TestEngine(other, two)) {
            Set<String> rules = new HashSet<>();
            for (int i = 0; i < 8; i++) {
                rules.add(first.rule("{\"trigger\":{\"every\":\"PT10M\"}," + RESPOND));
            }
            Set<String> own = rules.stream().filter(id -> two.of(id) == 0).collect(toSet());

            first.later(Duration.ofMinutes(10));

            assertThat(own).isNotEmpty().isNotEqualTo(rules);
            assertThat(first.runs())
                    .extracting(Run::ruleId)
                    .containsExactlyInAnyOrderElementsOf(own);
        }
    }

    @Test
    void aRuleWithTypesAndAScheduleRunsForBoth() {
        engine.rule(
                "{\"trigger\":{\"every\":\"PT10M\",\"event_types\":[\"order.paid\"]}," + RESPOND);

        engine.event("order.paid", "{}");
        engine.later(Duration.ofMinutes(10));

        assertThat(engine.runs())
                .extracting(Run::eventType)
                .containsExactly("order.paid", "schedule");
    }
}
