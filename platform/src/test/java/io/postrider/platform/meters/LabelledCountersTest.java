package io.postrider.platform.meters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class LabelledCountersTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final LabelledCounters counters =
            new LabelledCounters(
                    meters, "postrider.attempts", "Attempts", Tags.of("channel", "a"), "result");

    @Test
    void eachValueHasACounterOnceItCounts() {
        assertThat(meters.getMeters()).isEmpty();

        counters.increment("retry");
        counters.increment("retry");
        counters.increment("delivered");

        assertThat(meters.getMeters())
                .extracting(Meter::getId)
                .extracting(
                        id -> id.getTag("result"),
                        id -> id.getTag("channel"),
                        Meter.Id::getDescription)
                .containsExactlyInAnyOrder(
                        tuple("retry", "a", "Attempts"), tuple("delivered", "a", "Attempts"));
        assertThat(meters.get("postrider.attempts").tag("result", "retry").counter().count())
                .isEqualTo(2);
    }
}
