package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.WORKSPACE;
import static io.postrider.automation.engine.TestEngine.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.RuleCommand.DeleteRule;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.automation.RuleCommand.ResumeRule;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.CancelRun;
import io.postrider.domain.runs.RunCommand.RetryRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.schemas.EventRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the limits of rules let begin, and when, also after a restart and a change of the rule. */
class RunLimitProcessorTest {

    private static final String STOP = "{\"key\":\"stop\",\"type\":\"stop\"}";
    private static final String DELAY =
            "{\"key\":\"w\",\"type\":\"delay\",\"with\":{\"for\":\"PT1H\"}}";
    private static final String BY_SHOP = ",\"key\":{\"jsonata\":\"event.data.shop\"}";
    private static final Duration SECOND = Duration.ofSeconds(1);

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
    void aRateLimitSurvivesARestart() {
        engine.rule(rule("\"rate_limit\":{\"limit\":2,\"period\":\"PT1H\"%s}", STOP));
        paid("A");
        paid("A");

        restart();
        paid("A");
        paid("B");

        assertThat(statuses())
                .containsExactly(
                        RunStatus.SUCCEEDED,
                        RunStatus.SUCCEEDED,
                        RunStatus.SKIPPED,
                        RunStatus.SUCCEEDED);
    }

    @Test
    void anEventThatIsReadAgainAfterARestartIsNotCountedAgain() {
        engine.rule(rule("\"rate_limit\":{\"limit\":2,\"period\":\"PT1H\"%s}", STOP));
        EventRecord first = paid("A");

        restart();
        for (int i = 0; i < 5; i++) {
            engine.append(first);
            engine.settle();
        }
        paid("A");
        paid("A");

        assertThat(statuses())
                .containsExactly(RunStatus.SUCCEEDED, RunStatus.SUCCEEDED, RunStatus.SKIPPED);
    }

    @Test
    void aRateLimitCountsAcrossVersions() {
        String one = rule("\"rate_limit\":{\"limit\":1,\"period\":\"PT1H\"%s}", STOP);
        String rule = engine.rule(one);
        paid("A");

        engine.publish(rule, one);
        paid("A");

        assertThat(statuses()).containsExactly(RunStatus.SUCCEEDED, RunStatus.SKIPPED);
    }

    @Test
    void countersOfFormerPeriodsAreForgotten() {
        engine.rule(rule("\"rate_limit\":{\"limit\":1,\"period\":\"PT1M\"%s}", STOP));
        for (int i = 0; i < 50; i++) {
            paid("shop " + i);
        }
        assertThat(engine.process().entries(FlowStore.NAME)).isGreaterThan(100);

        engine.later(Duration.ofHours(1));

        assertThat(engine.process().entries(FlowStore.NAME)).isZero();
    }

    @Test
    void ofEventsThatFollowOnOneAnotherTheLastOneRuns() {
        engine.rule(rule("\"debounce\":{\"period\":\"PT10S\"%s}", STOP));
        paid("A");
        engine.later(Duration.ofSeconds(9));
        EventRecord last = paid("A");
        paid("B");
        engine.later(Duration.ofSeconds(9));
        assertThat(engine.runs()).noneMatch(run -> run.status() == RunStatus.SUCCEEDED);

        engine.later(Duration.ofSeconds(2));

        assertThat(succeeded()).extracting(Run::eventId).contains(last.header().id()).hasSize(2);
        assertThat(engine.runs())
                .filteredOn(run -> run.status() == RunStatus.SKIPPED)
                .extracting(Run::reason)
                .containsExactly(Debounces.REPLACED);
    }

    @Test
    void anEventIsHeldNoLongerThanTheMaximum() {
        engine.rule(rule("\"debounce\":{\"period\":\"PT10S\",\"max_wait\":\"PT30S\"%s}", STOP));
        for (int i = 0; i < 6; i++) {
            paid("A");
            engine.later(Duration.ofSeconds(6));
        }

        assertThat(succeeded()).hasSize(1);
    }

    @Test
    void debouncedEventsSurviveARestart() {
        engine.rule(rule("\"debounce\":{\"period\":\"PT10S\"%s}", STOP));
        EventRecord first = paid("A");
        var began = engine.now();
        engine.later(SECOND);
        EventRecord last = paid("A");

        engine.restart();
        engine.append(first, began);
        engine.settle();
        engine.later(Duration.ofSeconds(11));

        assertThat(succeeded()).extracting(Run::eventId).containsExactly(last.header().id());
        engine.restart();
        engine.later(Duration.ofMinutes(1));
        assertThat(succeeded()).hasSize(1);
    }

    @Test
    void eventsWithoutTheKeyAreAGroupAndAKeyNeedNotBeText() {
        engine.rule(rule("\"debounce\":{\"period\":\"PT10S\"%s}", STOP));
        event("{}");
        event("{\"other\":1}");
        event("{\"shop\":null}");
        event("{\"shop\":{\"id\":1}}");
        event("{\"shop\":{\"id\":2}}");
        event("{\"shop\":[]}");

        engine.later(Duration.ofSeconds(11));

        assertThat(succeeded()).hasSize(4);
    }

    @Test
    void aRuleThatIsPausedWhileAnEventIsHeldDoesNotRun() {
        String rule = engine.rule(rule("\"debounce\":{\"period\":\"PT10S\"%s}", STOP));
        paid("A");
        engine.change(rule, new PauseRule(WORKSPACE, null, null));

        engine.later(Duration.ofSeconds(11));

        assertThat(engine.run().status()).isEqualTo(RunStatus.SKIPPED);
        assertThat(engine.run().reason()).startsWith("The rule was no longer active");
    }

    @Test
    void aBacklogIsDebouncedByTheTimesOfItsEvents() {
        engine.rule(rule("\"debounce\":{\"period\":\"PT10S\"%s}", STOP));
        EventRecord one = engine.published("order.paid", "{\"shop\":\"A\"}", TestEngine.CALLER);
        EventRecord two = engine.published("order.paid", "{\"shop\":\"A\"}", TestEngine.CALLER);
        var began = engine.now();
        engine.later(Duration.ofHours(1));

        engine.append(one, began);
        engine.append(two, began.plusSeconds(60));
        engine.settle();
        engine.later(SECOND);

        assertThat(succeeded())
                .extracting(Run::eventId)
                .containsExactlyInAnyOrder(one.header().id(), two.header().id());
    }

    @Test
    void runsOfAGroupWaitForOneAnotherInOrder() {
        engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        EventRecord one = paid("A");
        EventRecord two = paid("A");
        EventRecord three = paid("A");
        paid("B");
        assertThat(statuses())
                .containsExactly(
                        RunStatus.WAITING, RunStatus.QUEUED, RunStatus.QUEUED, RunStatus.WAITING);

        engine.later(Duration.ofHours(1));

        assertThat(status(one)).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(status(two)).isEqualTo(RunStatus.WAITING);
        assertThat(status(three)).isEqualTo(RunStatus.QUEUED);
        engine.later(Duration.ofHours(1));
        engine.later(Duration.ofHours(1));
        assertThat(statuses()).containsOnly(RunStatus.SUCCEEDED);
        for (int i = 0; i < 3; i++) {
            engine.later(SECOND);
        }
        assertThat(engine.process().entries(FlowStore.NAME)).isZero();
    }

    @Test
    void runsWaitAcrossARestartAndNoneBeginsTwice() {
        engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        paid("A");
        paid("A");
        paid("A");

        engine.restart();
        engine.runs().forEach(engine::readAgain);
        engine.settle();
        assertThat(statuses())
                .containsExactly(RunStatus.WAITING, RunStatus.QUEUED, RunStatus.QUEUED);
        engine.later(Duration.ofHours(1));
        engine.restart();
        engine.runs().forEach(engine::readAgain);
        engine.settle();

        assertThat(statuses())
                .containsExactly(RunStatus.SUCCEEDED, RunStatus.WAITING, RunStatus.QUEUED);
        engine.later(Duration.ofHours(1));
        engine.later(Duration.ofHours(1));
        assertThat(statuses()).containsOnly(RunStatus.SUCCEEDED);
    }

    @Test
    void aRunThatBeginsThoughTheProcessEndsBeforeTheCommandIsSentIsSentAgain() {
        engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        engine.append(engine.published("order.paid", "{}", TestEngine.CALLER));
        assertThat(engine.decide()).as("the run waits").isTrue();

        engine.restart();
        engine.later(SECOND);

        assertThat(statuses()).containsExactly(RunStatus.WAITING);
    }

    @Test
    void aRunThatWaitsIsStoppedAndMakesNoRoomForAnother() {
        engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        EventRecord one = paid("A");
        EventRecord two = paid("A");
        EventRecord three = paid("A");

        engine.command(run(two), new CancelRun(WORKSPACE));
        engine.settle();
        assertThat(status(three)).isEqualTo(RunStatus.QUEUED);
        engine.command(run(one), new CancelRun(WORKSPACE));
        engine.settle();

        assertThat(status(two)).isEqualTo(RunStatus.CANCELED);
        assertThat(status(three)).isEqualTo(RunStatus.WAITING);
    }

    @Test
    void aRetryWaitsForItsTurnToo() {
        engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        EventRecord one = paid("A");
        engine.command(run(one), new CancelRun(WORKSPACE));
        engine.settle();
        EventRecord two = paid("A");
        for (int i = 0; i < 2; i++) {
            engine.command(run(one), new RetryRun(WORKSPACE, true, null));
            engine.settle();
            assertThat(status(one)).isEqualTo(RunStatus.QUEUED);
            engine.command(run(one), new CancelRun(WORKSPACE));
            engine.settle();
        }
        engine.command(run(one), new RetryRun(WORKSPACE, true, null));
        engine.settle();

        engine.later(Duration.ofHours(1));

        assertThat(status(two)).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(status(one)).isEqualTo(RunStatus.WAITING);
        assertThat(run(one).history()).hasSize(3);
    }

    @Test
    void aNewVersionWithMoreRoomLetsThoseBeginThatWait() {
        String rule = engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        for (int i = 0; i < 5; i++) {
            paid("A");
        }

        engine.publish(rule, rule("\"concurrency\":{\"limit\":3%s}", DELAY));
        look();
        assertThat(count(RunStatus.WAITING)).isEqualTo(3);
        engine.publish(rule, rule("\"rate_limit\":{\"limit\":3}", DELAY));
        look();

        assertThat(count(RunStatus.WAITING)).isEqualTo(5);
    }

    @Test
    void noRunBeginsWhileTheRuleIsPaused() {
        String rule = engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        paid("A");
        EventRecord two = paid("A");
        engine.change(rule, new PauseRule(WORKSPACE, null, null));

        engine.later(Duration.ofHours(1));
        look();
        assertThat(status(two)).isEqualTo(RunStatus.QUEUED);
        engine.change(rule, new ResumeRule(WORKSPACE, null));
        look();

        assertThat(status(two)).isEqualTo(RunStatus.WAITING);
    }

    @Test
    void runsThatWaitFailOnceTheirRuleIsDeleted() {
        String rule = engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        paid("A");
        EventRecord two = paid("A");

        engine.change(rule, new DeleteRule(WORKSPACE));
        look();

        assertThat(status(two)).isEqualTo(RunStatus.FAILED);
        assertThat(run(two).reason()).isEqualTo(RunSteps.RULE_GONE);
    }

    @Test
    void aKeyOfManyValuesHasAGroupForEach() {
        engine.rule(rule("\"concurrency\":{\"limit\":1%s}", DELAY));
        int groups = 200;
        for (int i = 0; i < groups; i++) {
            engine.append(
                    engine.published(
                            "order.paid", "{\"shop\":%d}".formatted(i), TestEngine.CALLER));
        }
        engine.settle();

        assertThat(count(RunStatus.WAITING)).isEqualTo(groups);
    }

    @Test
    void allLimitsHoldAtOnce() {
        engine.rule(
                rule(
                        "\"debounce\":{\"period\":\"PT1S\"%1$s},\"rate_limit\":{\"limit\":2,\"period\":\"PT1H\"},\"concurrency\":{\"limit\":1}",
                        DELAY));
        paid("A");
        paid("A");
        paid("B");
        paid("C");

        engine.later(Duration.ofSeconds(2));

        assertThat(count(RunStatus.SKIPPED)).isEqualTo(2);
        assertThat(count(RunStatus.WAITING)).isEqualTo(1);
        assertThat(count(RunStatus.QUEUED)).isEqualTo(1);
    }

    @Test
    void anActionIsMadeAgainAsItSays() {
        engine.service.answerWith(json(503, "{}"));
        engine.rule(
                TestEngine.onPaid(
                        "{\"key\":\"h\",\"type\":\"http.request\",\"with\":{\"url\":\"%s\"},\"retry\":{\"max_attempts\":2,\"backoff\":\"fixed\",\"delay\":\"PT1M\"}}"
                                .formatted(engine.service.url("/"))));
        engine.event("order.paid", "{}");
        engine.later(Duration.ofSeconds(40));
        assertThat(engine.service.requests()).hasSize(1);

        engine.later(Duration.ofSeconds(40));

        assertThat(engine.service.requests()).hasSize(2);
        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().steps().getFirst().attempts()).isEqualTo(2);
    }

    /** What a former process was about to evaluate is evaluated again. */
    private void restart() {
        engine.restart();
        engine.later(SECOND);
    }

    /** Two rounds: in the second one the rules are known as they are now. */
    private void look() {
        engine.process().look();
        engine.later(SECOND);
        engine.later(SECOND);
    }

    private static String rule(String flow, String action) {
        return "{\"trigger\":{\"event_types\":[\"order.paid\"]},\"flow\":{%s},\"actions\":[%s]}"
                .formatted(flow.formatted(BY_SHOP), action);
    }

    private EventRecord paid(String shop) {
        return event("{\"shop\":\"%s\"}".formatted(shop));
    }

    private EventRecord event(String data) {
        return engine.event("order.paid", data);
    }

    private Run run(EventRecord event) {
        return engine.runs().stream()
                .filter(run -> run.eventId().equals(event.header().id()))
                .findFirst()
                .orElseThrow();
    }

    private RunStatus status(EventRecord event) {
        return run(event).status();
    }

    private List<RunStatus> statuses() {
        return engine.runs().stream().map(Run::status).toList();
    }

    private long count(RunStatus status) {
        return statuses().stream().filter(status::equals).count();
    }

    private List<Run> succeeded() {
        return engine.runs().stream().filter(run -> run.status() == RunStatus.SUCCEEDED).toList();
    }
}
