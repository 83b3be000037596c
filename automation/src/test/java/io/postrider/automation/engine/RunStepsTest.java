package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.WORKSPACE;
import static io.postrider.automation.engine.TestEngine.json;
import static io.postrider.automation.engine.TestEngine.onPaid;
import static io.postrider.automation.engine.TestEngine.step;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.Step;
import io.postrider.domain.runs.StepStatus;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Cause;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a run goes from step to step: retries, failures, and what happens to it and to its rule in between. */
class RunStepsTest {

    private static final String LINK =
            "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"url\":\"https://x.example\"}}";
    private static final String DELAY =
            "{\"key\":\"w\",\"type\":\"delay\",\"with\":{\"for\":\"PT1H\"}}";

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
    void anOperationIsTriedAgainUnderTheSameKeyAfterASecond() {
        engine.api.answerWith(json(503, "{\"code\":\"busy\",\"detail\":\"Later.\"}"));
        engine.rule(onPaid(LINK));
        engine.event("order.paid", "{}");
        assertThat(wait(engine.attempts().getLast()))
                .isBetween(Duration.ofMillis(800), Duration.ofMillis(1_200));

        engine.later(Duration.ofMillis(700));
        assertThat(engine.api.requests()).hasSize(1);
        assertThat(engine.run().status()).isEqualTo(RunStatus.RUNNING);
        engine.api.answerWith(json(201, "{}"));
        engine.later(Duration.ofMillis(600));

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(step(engine.run(), "l").attempts()).isEqualTo(2);
        assertThat(engine.api.requests())
                .extracting(request -> request.header("Idempotency-Key").orElseThrow())
                .containsOnly(step(engine.run(), "l").effectId())
                .hasSize(2);
    }

    @Test
    void theNinthFailureIsTheLast() {
        engine.api.answerWith(json(503, "{\"code\":\"busy\",\"detail\":\"Later.\"}"));
        engine.rule(onPaid(LINK));

        engine.event("order.paid", "{}");
        for (Instant next = next(); next != null; next = next()) {
            engine.later(Duration.between(engine.now(), next));
        }

        assertThat(engine.api.requests()).hasSize(9);
        assertThat(engine.attempts()).last().extracting(Attempt::outcome).isEqualTo("exhausted");
        assertThat(engine.run().reason()).isEqualTo("l: 503 busy: Later.");
        assertThat(step(engine.run(), "l").status()).isEqualTo(StepStatus.FAILED);
        assertThat(step(engine.run(), "l").attempts()).isEqualTo(9);
        assertThat(Duration.between(TestEngine.START, engine.now()))
                .isBetween(Duration.ofHours(4), Duration.ofHours(8));
    }

    @Test
    void theEventsOfARunAreCausedByTheEventThatLedToIt() {
        engine.rule(onPaid(DELAY));

        EventRecord event = engine.event("order.paid", "{}");
        engine.later(Duration.ofHours(1));

        Run run = engine.run();
        Cause cause = new Cause(event.header().id(), run.id(), 1);
        assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.eventsOfRuns())
                .filteredOn(each -> requireNonNull(each.header().actor()).type().equals("system"))
                .hasSize(2)
                .allMatch(each -> cause.equals(requireNonNull(each.header().actor()).cause()));
    }

    @Test
    void anInputThatDoesNotFitIntoTheRunFailsItsStep() {
        String large = "{\"url\":\"%s\"}".formatted("x".repeat(20_000));
        engine.rule(
                onPaid(
                        LINK.replace(
                                        "\"with\":",
                                        "\"for_each\":{\"jsonata\":\"[1..20]\"},\"with\":")
                                .replace("{\"url\":\"https://x.example\"}", large)));

        engine.event("order.paid", "{}");

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).contains("exceeds the maximum of 240 KiB for a run.");
        assertThat(engine.api.requests()).isEmpty();
    }

    @Test
    void anEventThatDoesNotFitIntoARunFailsIt() {
        engine.rule(onPaid(LINK));

        engine.event("order.paid", "{\"text\":\"%s\"}".formatted("x".repeat(Run.EVENT_BYTES_MAX)));

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).isEqualTo("event: Expected an event of at most 128 KiB.");
        assertThat(engine.run().event()).hasSizeLessThan(1_000);
    }

    @Test
    void anAnswerCanAskForALongerWait() {
        engine.api.answerWith(StubResponse.status(429, Map.of("Retry-After", "120"), "{}"));
        engine.rule(onPaid(LINK));

        engine.event("order.paid", "{}");

        assertThat(wait(engine.attempts().getLast())).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aRefusalIsNotTriedAgain() {
        engine.api.answerWith(json(409, "{\"code\":\"slug_taken\",\"detail\":\"Taken.\"}"));
        engine.rule(onPaid(LINK + ",{\"key\":\"end\",\"type\":\"stop\"}"));

        engine.event("order.paid", "{}");
        engine.later(Duration.ofDays(1));

        assertThat(engine.api.requests()).hasSize(1);
        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).isEqualTo("l: 409 slug_taken: Taken.");
        assertThat(engine.run().steps()).hasSize(1);
    }

    @Test
    void aStepThatFailedIsMadeAgainOnRequestWithAnotherEffect() {
        engine.api.answerWith(json(409, "{\"code\":\"slug_taken\"}"));
        engine.rule(onPaid(LINK));
        engine.event("order.paid", "{}");
        String effect = step(engine.run(), "l").effectId();
        engine.api.answerWith(json(201, "{}"));

        engine.command(engine.run(), new RetryRun(WORKSPACE, false, null));
        engine.settle();

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(step(engine.run(), "l").effectId()).isNotEqualTo(effect);
        assertThat(engine.api.requests()).hasSize(2);
    }

    @Test
    void attemptsAreShownWhileAStepIsMadeAgain() {
        engine.api.answerWith(json(503, "{}"));
        engine.rule(onPaid(LINK));

        engine.event("order.paid", "{}");

        Step tried = step(engine.run(), "l");
        assertThat(engine.run().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(tried.attempts()).isEqualTo(1);
        assertThat(tried.error()).startsWith("503");
        assertThat(tried.nextAttemptAt()).isAfter(engine.now());
        engine.api.answerWith(json(201, "{}"));
        engine.later(Duration.ofSeconds(10));
        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(step(engine.run(), "l").attempts()).isEqualTo(2);
        assertThat(step(engine.run(), "l").nextAttemptAt()).isNull();
        assertThat(engine.api.requests()).hasSize(2);
    }

    @Test
    void aRetryRunsTheVersionItNames() {
        engine.service.answerWith(json(404, "{}"));
        String rule = engine.rule(onPaid(LINK + "," + call("/one")));
        engine.event("order.paid", "{}");
        engine.service.answerWith(json(200, "{}"));
        engine.publish(rule, onPaid(LINK + "," + call("/two")));

        engine.command(engine.run(), new RetryRun(WORKSPACE, false, 2));
        engine.settle();

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.run().ruleVersion()).isEqualTo(2);
        assertThat(engine.run().history().getFirst().ruleVersion()).isEqualTo(1);
        assertThat(engine.run().history().getFirst().steps()).hasSize(2);
        assertThat(engine.api.requests()).hasSize(1);
    }

    @Test
    void aCanceledRunTakesNoFurtherStep() {
        engine.rule(onPaid(DELAY + "," + LINK));
        engine.event("order.paid", "{}");

        engine.command(engine.run(), new CancelRun(WORKSPACE));
        engine.later(Duration.ofHours(2));

        assertThat(engine.run().status()).isEqualTo(RunStatus.CANCELED);
        assertThat(engine.api.requests()).isEmpty();
    }

    @Test
    void aRunGoesOnThoughItsRuleIsPausedOrHasAnotherVersion() {
        String rule = engine.rule(onPaid(DELAY + "," + LINK));
        engine.event("order.paid", "{}");

        engine.publish(rule, onPaid("{\"key\":\"end\",\"type\":\"stop\"}"));
        engine.change(rule, new PauseRule(WORKSPACE, null, null));
        engine.later(Duration.ofHours(1));

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.run().ruleVersion()).isEqualTo(1);
        assertThat(engine.api.requests()).hasSize(1);
    }

    @Test
    void aRunWhoseVersionIsNotKeptAnyMoreFails() {
        String rule = engine.rule(onPaid(DELAY + "," + LINK));
        engine.event("order.paid", "{}");

        for (int i = 0; i < 10; i++) {
            engine.publish(rule, onPaid("{\"key\":\"end%d\",\"type\":\"stop\"}".formatted(i)));
        }
        engine.later(Duration.ofHours(1));

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).isEqualTo(RunSteps.RULE_GONE);
        assertThat(engine.api.requests()).isEmpty();
    }

    @Test
    void aRunThatIsUnderWayWhenItsRuleIsDeletedFails() {
        String rule = engine.rule(onPaid(DELAY + "," + LINK));
        engine.event("order.paid", "{}");

        engine.change(rule, new DeleteRule(WORKSPACE));
        engine.later(Duration.ofHours(1));

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason()).isEqualTo(RunSteps.RULE_GONE);
        assertThat(engine.api.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"links.create", "http.request"})
    void anEffectThatWaitsWhenItsRuleIsDeletedIsNotMade(String type) {
        engine.api.answerWith(json(503, "{}"));
        engine.service.answerWith(json(503, "{}"));
        String rule =
                engine.rule(
                        onPaid(
                                "{\"key\":\"a\",\"type\":\"%s\",\"with\":{\"url\":\"%s\"}}"
                                        .formatted(type, engine.service.url("/"))));
        engine.event("order.paid", "{}");

        engine.change(rule, new DeleteRule(WORKSPACE));
        engine.later(Duration.ofSeconds(2));

        assertThat(engine.api.requests().size() + engine.service.requests().size()).isEqualTo(1);
        assertThat(step(engine.run(), "a").error()).isEqualTo(RunSteps.RULE_GONE);
        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
    }

    @Test
    void withoutTheKeyOfTheWorkspaceARunFails() {
        engine.rule(onPaid(DELAY + "," + LINK));
        engine.event("order.paid", "{}");

        engine.destroyKey();
        engine.later(Duration.ofHours(1));

        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason())
                .isEqualTo("The encryption key of the workspace was deleted.");
    }

    @Test
    void anEffectWithoutTheKeyOfTheWorkspaceIsNotMade() {
        engine.api.answerWith(json(503, "{}"));
        engine.rule(onPaid(LINK));
        engine.event("order.paid", "{}");

        engine.destroyKey();
        engine.later(Duration.ofSeconds(2));

        assertThat(engine.api.requests()).hasSize(1);
        assertThat(step(engine.run(), "l").error())
                .isEqualTo("The encryption key of the workspace was deleted.");
    }

    @Test
    void anEventOfARunThatIsReadTwiceAsksForNoSecondEffect() {
        engine.rule(onPaid(LINK + "," + DELAY));
        engine.event("order.paid", "{}");
        Run run = engine.run();

        engine.readAgain(run);
        engine.settle();

        assertThat(engine.run()).isEqualTo(run);
        assertThat(engine.api.requests()).hasSize(1);
    }

    @Test
    void recordsThatAreNoEventsOrOutcomesArePassedOver() {
        engine.rule(onPaid(LINK));
        byte[] noise = {9, 9};
        for (String topic :
                List.of(
                        Context.RUNS.events().name(),
                        Topics.EFFECTS.name(),
                        Topics.EFFECT_ATTEMPTS.name())) {
            for (byte @Nullable [] value : new byte @Nullable [][] {noise, null}) {
                engine.process().read(topic, "k", value, new RecordHeaders(), engine.now());
            }
        }

        engine.event("order.paid", "{}");

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.api.requests()).extracting(ReceivedRequest::target).hasSize(1);
    }

    private @Nullable Instant next() {
        return engine.attempts().getLast().nextAttemptAt();
    }

    private String call(String path) {
        return "{\"key\":\"h\",\"type\":\"http.request\",\"with\":{\"url\":\"%s\"}}"
                .formatted(engine.service.url(path));
    }

    private static Duration wait(Attempt attempt) {
        return Duration.between(attempt.at(), attempt.nextAttemptAt());
    }
}
