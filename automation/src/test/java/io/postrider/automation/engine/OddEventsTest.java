package io.postrider.automation.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.runs.RunStatus;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.MemoryFolder;
import io.postrider.testkit.json.OddValues;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events whose data are not what a rule is made for. */
class OddEventsTest {

    private static final int AT_NIGHT = 8_000;
    private static final Duration WITHIN_THE_LIMIT = Duration.ofSeconds(2);
    private static final String ORDER =
            "{\"total\":10.25,\"at\":\"2026-11-02T09:30:00Z\",\"url\":\"https://x.example/\",\"note\":null,"
                    + "\"lines\":[{\"sku\":\"a\",\"count\":1},{\"sku\":\"b\",\"count\":2}]}";

    /** Its limit is of a second, in which the mutations come. */
    private static final String RULE =
            """
            {"trigger":{"event_types":["order.paid"]},
             "filter":{"cel":"event.data.total > 10 && timestamp(event.data.at).getFullYear() > 2000"},
             "flow":{"rate_limit":{"limit":1000,"period":"PT1S","key":{"jsonata":"event.data.lines[0].sku"}}},
             "actions":[{"key":"answer","type":"respond",
               "with":{"jsonata":"{'total': $sum(event.data.lines.count), 'sku': $uppercase(event.data.lines[0].sku), \
                 'at': $toMillis(event.data.at), 'all': event.data}"}}]}
            """;

    @TempDir(factory = MemoryFolder.class)
    private Path folder;

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
        try (TestEngine engine = new TestEngine(folder)) {
            String rule = engine.rule(RULE);
            OddValues.mutationsOfData(ORDER, count)
                    .forEach(data -> engine.event("order.paid", data));
            engine.later(WITHIN_THE_LIMIT);
            EventRecord last = engine.event("order.paid", ORDER);

            assertThat(engine.setAside()).isEmpty();
            assertThat(engine.run(rule, last))
                    .hasValueSatisfying(
                            run -> assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED));
        }
    }
}
