package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.standalone.HeapWatch.Sample;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapWatchTest {

    private static final double COLLECTS_ALWAYS = 0.95;
    private static final double COLLECTS_OFTEN = 0.5;
    private static final double FULL = 0.95;
    private static final double ROOMY = 0.5;

    private final HeapWatch watch = new HeapWatch();
    private Duration now = Duration.ZERO;
    private Duration collecting = Duration.ZERO;

    @Test
    void aFullHeapThatIsCollectedAllTheTimeEndsTheProcessAfterTheWindow() {
        assertThat(secondsUntilStuck(COLLECTS_ALWAYS, FULL)).isEqualTo(30);
    }

    @Test
    void aFullHeapThatLeavesTimeForWorkDoesNot() {
        assertThat(secondsUntilStuck(COLLECTS_OFTEN, FULL)).isEqualTo(-1);
    }

    @Test
    void aHeapWithRoomDoesNot() {
        assertThat(secondsUntilStuck(COLLECTS_ALWAYS, ROOMY)).isEqualTo(-1);
    }

    @Test
    void anHourOfWorkBeforeDoesNotHideIt() {
        assertThat(secondsUntilStuck(0, ROOMY)).isEqualTo(-1);

        assertThat(secondsUntilStuck(COLLECTS_ALWAYS, FULL)).isBetween(25L, 35L);
    }

    @Test
    void theJvmSuppliesTheSample() {
        Sample sample = Sample.now();

        assertThat(sample.used()).isBetween(0.0, 1.0);
        assertThat(sample.collecting()).isGreaterThanOrEqualTo(Duration.ZERO);
    }

    /** An hour of samples at most; -1 if it is not stuck. */
    private long secondsUntilStuck(double share, double used) {
        Duration start = now;
        for (int i = 0; i < 720; i++) {
            if (watch.isStuck(new Sample(now.toNanos(), collecting, used))) {
                return now.minus(start).toSeconds();
            }
            now = now.plusSeconds(5);
            collecting = collecting.plus(Duration.ofMillis((long) (5_000 * share)));
        }
        return -1;
    }
}
