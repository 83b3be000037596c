package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.json;
import static io.postrider.automation.engine.TestEngine.onPaid;
import static io.postrider.automation.engine.TestEngine.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.StepStatus;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another process goes on over the state and the log of one that was killed. */
class EngineRestartTest {

    private static final Duration ROUND = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LINK =
            "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"url\":\"https://x.example\"}}";

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
    void completedStepsAreNotRepeated() {
        engine.rule(onPaid(LINK));
        EventRecord event = engine.event("order.paid", "{}");
        Run run = engine.run();

        engine.restart();
        engine.append(event);
        engine.readAgain(run);
        engine.later(ROUND);

        assertThat(engine.run()).isEqualTo(run);
        assertThat(engine.api.requests()).hasSize(1);
    }

    @Test
    void aTryThatIsDueLaterIsMadeAtItsTime() {
        engine.api.answerWith(json(503, "{}"));
        engine.rule(onPaid(LINK));
        engine.event("order.paid", "{}");
        engine.api.answerWith(json(201, "{}"));

        engine.restart();
        engine.later(ROUND);
        engine.later(ROUND);
        assertThat(engine.api.requests()).hasSize(1);
        engine.later(Duration.ofSeconds(1));

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(step(engine.run(), "l").attempts()).isEqualTo(2);
        assertThat(engine.api.requests()).hasSize(2);
    }

    @Test
    void anOperationWithoutAnOutcomeIsMadeAgainUnderItsKey() throws Exception {
        engine.rule(onPaid(LINK));
        begin(engine.api);

        engine.restart();
        engine.later(ROUND);
        engine.later(ROUND);

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.api.requests())
                .extracting(request -> request.header("Idempotency-Key").orElseThrow())
                .containsOnly(step(engine.run(), "l").effectId())
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallOfAnotherServiceWithoutAnOutcomeIsNotMadeAgain(boolean startedWasRead)
            throws Exception {
        engine.rule(
                onPaid(
                        "{\"key\":\"c\",\"type\":\"http.request\",\"with\":{\"url\":\"%s\"}}"
                                .formatted(engine.service.url("/"))));
        begin(engine.service);
        if (startedWasRead) {
            engine.goOn();
        }

        engine.restart();
        engine.later(ROUND);
        engine.later(ROUND);

        assertThat(engine.service.requests()).hasSize(1);
        assertThat(step(engine.run(), "c").status()).isEqualTo(StepStatus.UNKNOWN);
        assertThat(engine.run().status()).isEqualTo(RunStatus.FAILED);
        assertThat(engine.run().reason())
                .isEqualTo("c: The process ended before the response arrived.");
    }

    @Test
    void anOutcomeThatWasNotReadBeforeIsReadNow() throws Exception {
        engine.rule(onPaid(LINK));
        engine.append(engine.published("order.paid", "{}", null));
        engine.decide();
        engine.api.awaitRequests(1, PATIENCE);
        engine.awaitCalls();

        engine.restart();
        engine.later(ROUND);
        engine.later(ROUND);

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.api.requests())
                .extracting(ReceivedRequest::method)
                .containsExactly("POST");
    }

    @Test
    void aDelayGoesOn() {
        engine.rule(
                onPaid("{\"key\":\"w\",\"type\":\"delay\",\"with\":{\"for\":\"PT1H\"}}," + LINK));
        engine.event("order.paid", "{}");

        engine.restart();
        engine.later(Duration.ofHours(1));

        assertThat(engine.run().status()).isEqualTo(RunStatus.SUCCEEDED);
        assertThat(engine.api.requests()).hasSize(1);
    }

    /** Leaves the first call of a run without an answer; later ones are answered. */
    private void begin(RecordingReceiver receiver) throws InterruptedException {
        AtomicBoolean first = new AtomicBoolean(true);
        receiver.answerBy(_ -> first.getAndSet(false) ? StubResponse.silence() : json(201, "{}"));
        engine.append(engine.published("order.paid", "{}", null));
        engine.decide();
        receiver.awaitRequests(1, PATIENCE);
    }
}
