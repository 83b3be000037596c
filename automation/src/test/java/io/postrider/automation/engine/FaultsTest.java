package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.onPaid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunStatus;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.streams.Faults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Each processor of the engine throws on one record of each kind among those of a hundred orders. */
class FaultsTest {

    private static final int ORDERS = 100;
    private static final String FLOW = "{\"flow\":{\"concurrency\":{\"limit\":100}},";
    private static final Duration BETWEEN = Duration.ofMillis(200);

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    @TestFactory
    List<DynamicTest> oneRecordIsSetAsideAndARetryBringsItThrough() {
        try (TestEngine engine = new TestEngine(folder.resolve("any"))) {
            return engine.process().processors().stream()
                    .map(processor -> dynamicTest(processor, () -> fail(processor)))
                    .toList();
        }
    }

    private void fail(String processor) {
        try (TestEngine engine = new TestEngine(folder.resolve(processor))) {
            fail(engine, processor);
        }
    }

    private static void fail(TestEngine engine, String processor) {
        String rule =
                engine.rule(
                        onPaid(
                                        "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"url\":\"https://x.example\"}}")
                                .replace("{\"trigger\"", FLOW + "\"trigger\""));
        List<EventRecord> orders = new ArrayList<>();
        Faults faults = engine.process().faults(processor);
        pay(engine, orders);
        int kinds = faults.read();
        assertThat(kinds).isPositive();

        for (int i = 1; i < ORDERS; i++) {
            if (i % 10 == 0 && i / 10 <= kinds) {
                faults.arm(i / 10 - 1);
            }
            pay(engine, orders);
        }

        List<DeadLetter> letters = engine.setAside();
        assertThat(letters)
                .extracting(
                        letter -> letter.topic() + "/" + letter.partition() + "/" + letter.offset())
                .isEqualTo(faults.thrown());
        assertThat(letters)
                .isNotEmpty()
                .allSatisfy(letter -> {
                    assertThat(letter.processor()).isEqualTo(processor);
                    assertThat(letter.exception()).isEqualTo(UndecodableException.class.getName());
                });
        assertThat(unfinished(engine, rule, orders)).hasSizeLessThanOrEqualTo(letters.size());

        letters.forEach(letter -> engine.process().retry(letter));
        engine.later(BETWEEN);

        assertThat(unfinished(engine, rule, orders)).isEmpty();
        assertThat(engine.setAside()).isEmpty();
    }

    private static void pay(TestEngine engine, List<EventRecord> orders) {
        orders.add(engine.event("order.paid", "{}"));
        engine.later(BETWEEN);
    }

    /** The orders without a run that has succeeded. */
    private static List<EventRecord> unfinished(
            TestEngine engine, String rule, List<EventRecord> orders) {
        return orders.stream()
                .filter(order ->
                        engine.run(rule, order)
                                .map(Run::status)
                                .filter(RunStatus.SUCCEEDED::equals)
                                .isEmpty())
                .toList();
    }
}
