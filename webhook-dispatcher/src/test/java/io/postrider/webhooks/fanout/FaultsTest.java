package io.postrider.webhooks.fanout;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.fanout.FanOutSamples.MINE;
import static io.postrider.webhooks.fanout.FanOutSamples.NOW;
import static io.postrider.webhooks.fanout.FanOutSamples.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.codec.UndecodableException;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.json.OddValues;
import io.postrider.testkit.streams.Faults;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Records and events that cost no other anything. */
class FaultsTest {

    private static final int EVENTS = 100;
    private static final int AT_NIGHT = 15_000;
    private static final WebhookEndpoint PLAIN =
            sample(1, MINE, "order.*", true, NOW.minusSeconds(60));
    private static final WebhookEndpoint EVALUATED =
            with(
                    with(
                            sample(2, MINE, "order.*", true, NOW.minusSeconds(60)),
                            "filter",
                            "event.data.total > 10 && event.data.lines.all(l, l.sku != '') &&"
                                    + " timestamp(event.data.at).getFullYear() > 2000"),
                    "transform",
                    "{'total': $sum(event.data.lines.count) + event.data.total, 'sku': $uppercase(event.data.lines[0].sku),"
                            + " 'at': $toMillis(event.data.at), 'all': event.data.*}");
    private static final String ORDER =
            "{\"total\":10.25,\"paid\":true,\"at\":\"2026-11-02T09:30:00Z\",\"note\":null,"
                    + "\"lines\":[{\"sku\":\"a\",\"count\":1},{\"sku\":\"b\",\"count\":2}]}";

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

    /** Each processor throws on one record of each kind among those of a hundred events. */
    @TestFactory
    List<DynamicTest> oneRecordIsSetAsideAndARetryBringsItThrough() {
        try (TestDispatcher dispatcher = started("any")) {
            return dispatcher.processors().stream()
                    .map(processor -> dynamicTest(processor, () -> fail(processor)))
                    .toList();
        }
    }

    private void fail(String processor) {
        try (TestDispatcher dispatcher = started(processor)) {
            fail(dispatcher, processor);
        }
    }

    private static void fail(TestDispatcher dispatcher, String processor) {
        Faults faults = dispatcher.faults(processor);
        dispatcher.publish(0, ORDER);
        int kinds = faults.read();
        assertThat(kinds).isPositive();

        for (int i = 1; i < EVENTS; i++) {
            if (i % 10 == 0 && i / 10 <= kinds) {
                faults.arm(i / 10 - 1);
            }
            dispatcher.publish(i, ORDER);
        }

        List<DeadLetter> letters = dispatcher.setAside();
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
        assertThat(dispatcher.taken).hasSizeGreaterThanOrEqualTo(2 * (EVENTS - letters.size()));

        letters.forEach(dispatcher::retry);

        assertThat(dispatcher.taken).hasSize(2 * EVENTS);
        assertThat(dispatcher.setAside()).isEmpty();
    }

    @Test
    void oddValuesInEventsSetNothingAside() {
        mutate(OddValues.DAILY / 4);
    }

    @Test
    @Tag("faults")
    @Tag("mutations")
    void oddValuesInEventsSetNothingAsideAtNight() {
        mutate(AT_NIGHT);
    }

    private void mutate(int count) {
        try (TestDispatcher dispatcher = started("mutations")) {
            AtomicInteger published = new AtomicInteger();
            OddValues.mutationsOfData(ORDER, count)
                    .forEach(data -> dispatcher.publish(published.getAndIncrement(), data));
            String last = dispatcher.publish(count, ORDER);

            assertThat(dispatcher.setAside()).isEmpty();
            assertThat(dispatcher.taken)
                    .hasSizeGreaterThan(count / 2)
                    .contains(last + " " + PLAIN.id(), last + " " + EVALUATED.id());
        }
    }

    private TestDispatcher started(String name) {
        TestDispatcher dispatcher = new TestDispatcher(folder.resolve(name));
        dispatcher.known.put(PLAIN);
        dispatcher.known.put(EVALUATED);
        return dispatcher;
    }
}
