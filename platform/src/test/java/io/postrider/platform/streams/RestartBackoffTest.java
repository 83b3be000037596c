package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RestartBackoffTest {

    private final AtomicLong now = new AtomicLong();
    private final RestartBackoff backoff = new RestartBackoff(now::get);

    @Test
    void thePauseGrowsToFiveSeconds() {
        assertThat(Stream.generate(backoff::failed).limit(10).map(Duration::toMillis))
                .containsExactly(
                        0L, 250L, 500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L, 5_000L, 5_000L);
    }

    @Test
    void fiveMinutesWithoutAFailureResetThePause() {
        Stream.generate(backoff::failed).limit(10).forEach(_ -> {});
        now.addAndGet(Duration.ofMinutes(5).toNanos());
        assertThat(backoff.failed()).isEqualTo(RestartBackoff.LONGEST);

        now.addAndGet(Duration.ofMinutes(5).toNanos() + 1);

        assertThat(backoff.failed()).isZero();
    }
}
