package io.postrider.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void theMedianIsTheMiddleOne() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(1, 2, 9));
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(new Spread(1, 3, 9));
    }

    @Test
    void numbersAreGroupedByThousands() {
        assertThat(new Spread(1, 25_000, 1_234_567.4).shown(0)).isEqualTo("1 / 25,000 / 1,234,567");
    }
}
