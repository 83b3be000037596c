package io.postrider.automation.engine;

import static io.postrider.automation.engine.TestEngine.onPaid;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.runs.RunStatus;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that cannot be processed costs no other record anything. */
class SetAsideTest {

    private static final byte[] NO_EVENT = {0, 1, 2, 3};

    @TempDir Path folder;

    @Test
    void aRecordOfAnyTopicThatCannotBeReadIsSetAside() {
        try (TestEngine engine = new TestEngine(folder)) {
            String rule =
                    engine.rule(
                            onPaid(
                                    "{\"key\":\"l\",\"type\":\"links.create\",\"with\":{\"url\":\"https://x.example\"}}"));
            EventRecord sample = engine.published("order.paid", "{}", null);
            Headers headers = CloudEventHeaders.of(sample.header());
            List<String> topics =
                    Stream.concat(
                                    Stream.of(new EventFacts(LockedSchemaIds.shipped()).topics()),
                                    Stream.of(Topics.EFFECTS.name(), Topics.EFFECT_ATTEMPTS.name()))
                            .toList();

            for (String topic : topics) {
                engine.process().read(topic, "key", NO_EVENT, headers, engine.now());
            }
            EventRecord event = engine.event("order.paid", "{}");

            assertThat(engine.run(rule, event))
                    .hasValueSatisfying(
                            run -> assertThat(run.status()).isEqualTo(RunStatus.SUCCEEDED));
            assertThat(engine.setAside()).extracting(DeadLetter::topic).containsAll(topics);
        }
    }
}
