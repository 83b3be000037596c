package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The clock of a broker that starts. */
class StartClockTest {

    private long real = Duration.ofHours(1).toNanos();

    private void pass(long seconds) {
        real += Duration.ofSeconds(seconds).toNanos();
    }

    private static long seconds(long nanos) {
        return Duration.ofNanos(nanos).toSeconds();
    }

    @Test
    void itHurriesUntilTheStartIsDoneAndNeverGoesBack() {
        StartClock clock = new StartClock(() -> real);
        long begin = clock.nanoseconds();

        pass(2);
        long started = clock.nanoseconds();
        assertThat(seconds(started - begin)).isEqualTo(2L * StartClock.HURRY);

        clock.steady();
        assertThat(clock.nanoseconds()).isEqualTo(started);
        pass(10);
        assertThat(seconds(clock.nanoseconds() - started)).isEqualTo(10);

        clock.steady();
        assertThat(seconds(clock.nanoseconds() - started)).isEqualTo(10);
    }

    @Test
    void withoutAKillTheClockIsSteadyFromTheBeginning() {
        StartClock clock = new StartClock(() -> real);
        long begin = clock.nanoseconds();
        clock.steady();

        pass(5);
        clock.steady();

        assertThat(seconds(clock.nanoseconds() - begin)).isEqualTo(5);
    }
}
