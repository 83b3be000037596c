package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.onPaid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.domain.automation.RuleState;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.platform.secrets.RunToken;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Cause;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.http.ReceivedRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Rules that cause one another come to an end. */
class RuleLoopsTest {

    private static final String STOP = "{\"key\":\"stop\",\"type\":\"stop\"}";

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
    void aRuleThatCausesItselfIsBlockedAfterTheEighthRun() {
        engine.rule(emitting("ping.sent", "ping.sent"));

        engine.event("ping.sent", "{}");
        publishEmitted();

        assertThat(engine.runs())
                .extracting(Run::depth)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 9).boxed().toList());
        assertThat(engine.runs().subList(0, 8))
                .allMatch(run -> run.status() == RunStatus.SUCCEEDED);
        assertThat(engine.runs().getLast().status()).isEqualTo(RunStatus.LOOP_BLOCKED);
        assertThat(engine.runs().getLast().reason())
                .isEqualTo("More than 8 runs triggered one another.");
    }

    @Test
    void rulesThatCauseOneAnotherAreBlockedTogether() {
        engine.rule(emitting("ping.sent", "pong.sent"));
        engine.rule(emitting("pong.sent", "ping.sent"));

        engine.event("ping.sent", "{}");
        publishEmitted();

        assertThat(engine.api.requests()).hasSize(8);
        assertThat(engine.runs())
                .filteredOn(run -> run.status() == RunStatus.LOOP_BLOCKED)
                .extracting(Run::depth)
                .containsExactly(9);
    }

    @Test
    void aRuleOnRunsThatSucceededDoesNotRunForItsOwn() {
        engine.rule(onPaid(STOP));
        String after = engine.rule(on("automation.run.succeeded", STOP));

        engine.event("order.paid", "{}");

        assertThat(engine.runs()).hasSize(2);
        assertThat(engine.runs().getLast().ruleId()).isEqualTo(after);
        assertThat(engine.runs().getLast().status()).isEqualTo(RunStatus.SUCCEEDED);
    }

    @Test
    void aRuleOnFailedRunsRunsOnceForAFailedRunOfAnotherRule() {
        String failing = "{\"key\":\"f\",\"type\":\"links.create\",\"with\":{\"jsonata\":\"1\"}}";
        String failed = engine.rule(onPaid(failing));
        String after = engine.rule(on("automation.run.failed", failing));

        engine.event("order.paid", "{}");

        assertThat(engine.runs())
                .extracting(Run::ruleId, Run::status)
                .containsExactly(tuple(failed, RunStatus.FAILED), tuple(after, RunStatus.FAILED));
    }

    @Test
    void rulesThatTheEndsOfTheRunsOfOneAnotherCauseAreBlocked() {
        engine.rule(onPaid(STOP));
        engine.rule(on("automation.run.succeeded", STOP));
        engine.rule(on("automation.run.succeeded", STOP));

        engine.event("order.paid", "{}");

        assertThat(engine.runs())
                .filteredOn(run -> run.status() == RunStatus.LOOP_BLOCKED)
                .extracting(Run::depth)
                .containsExactly(9, 9);
        assertThat(engine.runs()).hasSize(1 + 7 * 2 + 2);
    }

    @Test
    void rulesThatSkippedRunsOfOneAnotherCauseArePaused() {
        String skipped =
                on("automation.run.skipped", STOP)
                        .replace("\"actions\"", "\"filter\":{\"cel\":\"false\"},\"actions\"");
        String first = engine.rule(skipped);
        String second = engine.rule(skipped);
        engine.rule(skipped.replace("automation.run.skipped", "order.paid"));

        engine.event("order.paid", "{}");

        assertThat(List.of(first, second))
                .anyMatch(rule -> "loop".equals(engine.known(rule).stateReason()));
        assertThat(engine.runs().size()).isLessThan(220);
    }

    @Test
    void aGroupOfTypesLeavesOutTheEventsOfRuns() {
        engine.rule(onPaid(STOP).replace("order.paid", "automation.run.*"));
        engine.rule(onPaid(STOP));

        engine.event("order.paid", "{}");

        assertThat(engine.runs()).hasSize(1);
    }

    @Test
    void aRuleThatIsBlockedAHundredTimesInAMinuteIsPaused() {
        String rule = engine.rule(onPaid(STOP));

        block(rule, 30);
        engine.later(Duration.ofMinutes(1));
        block(rule, 99);
        assertThat(engine.known(rule).state()).isEqualTo(RuleState.ACTIVE);
        block(rule, 1);

        assertThat(engine.known(rule).state()).isEqualTo(RuleState.PAUSED);
        assertThat(engine.known(rule).stateReason()).isEqualTo("loop");
        int runs = engine.runs().size();
        engine.event("order.paid", "{}");
        assertThat(engine.runs()).hasSize(runs);
    }

    private void block(String rule, int times) {
        Actor eighth = Actor.rule(rule, new Cause("evt_1", "run_1", 8));
        for (int i = 0; i < times; i++) {
            engine.append(engine.published("order.paid", "{}", eighth));
        }
        engine.settle();
    }

    private static String on(String type, String actions) {
        return onPaid(actions).replace("order.paid", type);
    }

    private static String emitting(String on, String type) {
        return onPaid(
                        "{\"key\":\"e\",\"type\":\"event.emit\",\"with\":{\"type\":\"%s\",\"data\":{}}}"
                                .formatted(type))
                .replace("order.paid", on);
    }

    /** Publishes what the rules ask the API to publish, in their name, until they ask no more. */
    private void publishEmitted() {
        int published = 0;
        while (published < engine.api.requests().size()) {
            List<ReceivedRequest> all = engine.api.requests();
            for (ReceivedRequest request : all.subList(published, all.size())) {
                JsonNode body = Json.mapper().readTree(request.text());
                RunToken token =
                        RunToken.parse(
                                        request.header("Authorization").orElseThrow(),
                                        TestEngine.key(),
                                        engine.now())
                                .orElseThrow();
                engine.append(
                        engine.published(
                                body.path("type").asString(),
                                body.path("data").toString(),
                                Actor.rule(token.ruleId(), token.cause())));
            }
            published = all.size();
            engine.settle();
        }
    }
}
