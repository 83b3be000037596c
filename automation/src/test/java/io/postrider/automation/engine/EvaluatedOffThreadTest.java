package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.onPaid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.domain.automation.RuleState;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.schemas.EventRecord;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expressions of rules are evaluated off the stream thread, and none is lost by it. */
class EvaluatedOffThreadTest {

    private static final Duration ROUND = Duration.ofMillis(20);
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
    void aRuleWhoseEvaluationDoesNotEndHoldsUpNoOther() throws InterruptedException {
        String slow = engine.rule(onPaid(STOP).replace("order.paid", "order.slow"));
        String healthy = engine.rule(onPaid(STOP));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        engine.threads = task -> Thread.ofPlatform().daemon().start(task);
        engine.cpu = first(begun, released);
        EventRecord blocked = engine.published("order.slow", "{}", null);
        EventRecord behind = engine.published("order.slow", "{}", null);
        EventRecord event = engine.published("order.paid", "{}", null);

        engine.append(blocked);
        begun.await();
        engine.append(behind);
        engine.append(event);

        awaitRun(healthy, event);
        assertThat(engine.run(slow, blocked)).isEmpty();
        assertThat(engine.run(slow, behind)).isEmpty();
        released.countDown();
        awaitRun(slow, behind);
        assertThat(engine.runs())
                .extracting(Run::eventId)
                .containsExactly(event.header().id(), blocked.header().id(), behind.header().id());
    }

    /** The first evaluation ends when it is released. */
    private static LongSupplier first(CountDownLatch begun, CountDownLatch released) {
        AtomicBoolean isFirst = new AtomicBoolean(true);
        return () -> {
            if (isFirst.getAndSet(false)) {
                begun.countDown();
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return 0;
        };
    }

    private void awaitRun(String rule, EventRecord event) {
        await().pollInSameThread()
                .until(() -> {
                    engine.process().later(ROUND);
                    engine.goOn();
                    return engine.run(rule, event).isPresent();
                });
    }

    @Test
    void anEvaluationThatACrashCutsOffIsMadeAgain() {
        String rule = engine.rule(onPaid(STOP));
        EventRecord event = engine.published("order.paid", "{}", null);
        engine.threads = _ -> {};
        engine.append(event);
        engine.later(ROUND);
        assertThat(engine.runs()).isEmpty();

        engine.threads = Runnable::run;
        engine.restart();
        engine.later(ROUND);

        assertThat(engine.run(rule, event)).isPresent();
    }

    @Test
    void evaluationsLostInACrashAreRepeatedAndStartOneRun() {
        engine.rule(onPaid(STOP));
        EventRecord event = engine.published("order.paid", "{}", null);
        engine.append(event);

        engine.restart();
        assertThat(engine.runs()).isEmpty();
        engine.later(ROUND);
        engine.restart();
        engine.later(ROUND);

        assertThat(engine.run().eventId()).isEqualTo(event.header().id());
        assertThat(engine.run().position()).isEqualTo(1);
    }

    @Test
    void loggedEvaluationsAreNotRepeated() {
        engine.rule(onPaid(STOP));
        engine.event("order.paid", "{}");
        for (int i = 0; i < 3; i++) {
            engine.later(Duration.ofMillis(150));
        }

        AtomicLong evaluations = new AtomicLong();
        engine.cpu = evaluations::incrementAndGet;
        engine.restart();
        engine.later(ROUND);

        assertThat(evaluations).hasValue(0);
    }

    @Test
    void evaluationsBeyondTheMemoryKeepTheirOrder() {
        engine.rule(onPaid(STOP));
        Deque<Runnable> tasks = new ArrayDeque<>();
        engine.threads = tasks::add;
        List<String> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            EventRecord event = engine.published("order.paid", "{}", null);
            events.add(event.header().id());
            engine.append(event);
        }

        while (engine.runs().size() < events.size()) {
            assertThat(tasks).isNotEmpty();
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
            engine.later(ROUND);
        }

        assertThat(engine.runs()).extracting(Run::eventId).containsExactlyElementsOf(events);
    }

    @Test
    void aRuleThatTakesTooMuchOfTheProcessorsIsSlowedAndThenRests() {
        String rule = engine.rule(onPaid(STOP));
        String other = engine.rule(onPaid(STOP).replace("order.paid", "order.other"));
        AtomicLong seconds = new AtomicLong();
        engine.cpu = () -> Duration.ofSeconds(seconds.incrementAndGet()).toNanos();
        for (int i = 0; i < 9; i++) {
            engine.append(engine.published("order.paid", "{}", null));
        }
        engine.settle();
        assertThat(engine.runs()).hasSize(7);
        assertThat(engine.run(other, engine.event("order.other", "{}"))).isPresent();

        engine.later(Duration.ofSeconds(2));
        assertThat(engine.runs()).hasSize(9);
        engine.later(Duration.ofSeconds(2));
        assertThat(engine.runs()).hasSize(10);
        for (int i = 9; i < 18; i++) {
            engine.later(Duration.ofSeconds(2));
            engine.event("order.paid", "{}");
        }

        assertThat(engine.known(rule).state()).isEqualTo(RuleState.PAUSED);
        assertThat(engine.known(rule).stateReason()).isEqualTo("cpu");
        assertThat(engine.known(other).state()).isEqualTo(RuleState.ACTIVE);
        engine.later(Duration.ofMinutes(5));
        assertThat(engine.known(rule).state()).isEqualTo(RuleState.ACTIVE);
        assertThat(engine.run(rule, engine.event("order.paid", "{}")))
                .hasValueSatisfying(run -> assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED));
    }
}
