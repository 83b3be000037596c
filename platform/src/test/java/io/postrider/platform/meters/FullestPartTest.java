package io.postrider.platform.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.platform.meters.Bounds.Kind;
import org.junit.jupiter.api.Test;

class FullestPartTest {

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final FullestPart parts =
            new Bounds(meters).showFullest(Kind.TENANT, "runs_of_a_rule", 10);

    private double shown(String family) {
        return meters.get(family)
                .tag("bound", "runs_of_a_rule")
                .tag("kind", "tenant")
                .gauge()
                .value();
    }

    @Test
    void theMetricIsThatOfTheFullestPartThatIsThere() {
        Object first = new Object();
        assertThat(shown("postrider.bound.used")).isZero();
        assertThat(shown("postrider.bound.limit")).isEqualTo(10);

        parts.add(first, () -> 7);
        parts.add(new Object(), () -> 3);
        assertThat(shown("postrider.bound.used")).isEqualTo(7);

        parts.remove(first);
        assertThat(shown("postrider.bound.used")).isEqualTo(3);
    }
}
