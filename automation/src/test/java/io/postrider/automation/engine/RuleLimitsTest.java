package io.postrider.automation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many runs a burst of events leads to, and how many of those that are skipped are kept. */
class RuleLimitsTest {

    private static final String TRIGGER = "{\"trigger\":{\"event_types\":[\"order.paid\"]},";
    private static final String STOP = "\"actions\":[{\"key\":\"stop\",\"type\":\"stop\"}]}";
    private static final String BY_SHOP =
            TRIGGER
                    + "\"flow\":{\"rate_limit\":{\"limit\":2,\"period\":\"PT1H\",\"key\":{\"jsonata\":\"event.data.shop\"}}},"
                    + STOP;

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
    void moreRunsThanTheRateAllowsAreSkippedWithTheReason() {
        engine.rule(BY_SHOP);

        burst(3, "A");
        burst(1, "B");

        assertThat(engine.runs())
                .extracting(Run::status)
                .containsExactly(
                        RunStatus.SUCCEEDED,
                        RunStatus.SUCCEEDED,
                        RunStatus.SKIPPED,
                        RunStatus.SUCCEEDED);
        assertThat(engine.runs().get(2).reason())
                .isEqualTo("The rate limit of 2 runs in PT1H is reached.");
    }

    @Test
    void theNextPeriodCountsAnew() {
        engine.rule(BY_SHOP);
        burst(3, "A");

        engine.later(Duration.ofHours(1));
        burst(3, "A");

        assertThat(engine.runs()).filteredOn(run -> run.status() == RunStatus.SUCCEEDED).hasSize(4);
    }

    @Test
    void aLimitWithoutAKeyCountsAllRunsOfItsRuleAlone() {
        String limit = TRIGGER + "\"flow\":{\"rate_limit\":{\"limit\":3}}," + STOP;
        String rule = engine.rule(limit);
        engine.rule(limit);

        burst(2, "A");
        burst(2, "B");

        assertThat(engine.runs())
                .filteredOn(run -> run.ruleId().equals(rule))
                .extracting(Run::status)
                .containsExactly(
                        RunStatus.SUCCEEDED,
                        RunStatus.SUCCEEDED,
                        RunStatus.SUCCEEDED,
                        RunStatus.SKIPPED);
    }

    @Test
    void filteredEventsAreNotCounted() {
        engine.rule(
                TRIGGER
                        + "\"filter\":{\"cel\":\"event.data.shop == 'A'\"},\"flow\":{\"rate_limit\":{\"limit\":1}},"
                        + STOP);

        burst(2, "B");
        burst(1, "A");

        assertThat(engine.runs().getLast().status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void aKeyThatCannotBeEvaluatedFailsTheRun() {
        engine.rule(BY_SHOP.replace("event.data.shop", "$error('no shop')"));

        burst(1, "A");

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).startsWith("rate_limit: ").contains("no shop");
    }

    @Test
    void theFirstHundredSkipsOfAnHourAreKept() {
        engine.rule(TRIGGER + "\"filter\":{\"cel\":\"event.data.shop == 'none'\"}," + STOP);

        burst(150, "A");
        assertThat(engine.runs()).hasSize(100);
        burst(1, "none");
        assertThat(engine.runs().getLast().status()).isEqualTo(RunStatus.SUCCEEDED);

        engine.later(Duration.ofHours(1));
        burst(1, "A");
        assertThat(engine.runs()).hasSize(102);
    }

    private void burst(int events, String shop) {
        for (int i = 0; i < events; i++) {
            engine.append(
                    engine.published("order.paid", "{\"shop\":\"%s\"}".formatted(shop), null));
        }
        engine.settle();
    }
}
