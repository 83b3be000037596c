package io.postrider.outbound.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {

    private static final long SEED = 20_261_121;

    private final RetrySchedule schedule =
            new RetrySchedule(RetrySchedule.STANDARD, new SplittableRandom(SEED));

    @Test
    @Verifies("webhook-retries")
    void tenAttemptsAreMadeAtThePublishedTimesWithinTwentyPercent() {
        List<Long> seconds =
                List.of(5L, 300L, 1_800L, 7_200L, 18_000L, 36_000L, 50_400L, 72_000L, 86_400L);
        for (int number = 1; number <= seconds.size(); number++) {
            long planned = seconds.get(number - 1) * 1_000;
            for (int i = 0; i < 200; i++) {
                assertThat(schedule.after(number, Optional.empty()).orElseThrow().toMillis())
                        .as("attempt %d, seed %d", number, SEED)
                        .isBetween(planned * 8 / 10, planned * 12 / 10);
            }
        }
        assertThat(schedule.after(10, Optional.empty())).isEmpty();
    }

    /** The test of Kolmogorov and Smirnov, at a level of one in a hundred. */
    @Test
    void theWaitsAreSpreadEvenly() {
        int many = 5_000;
        double planned = 300_000;
        double[] shares =
                IntStream.range(0, many)
                        .mapToLong(
                                _ -> schedule.after(2, Optional.empty()).orElseThrow().toMillis())
                        .mapToDouble(millis -> (millis / planned - 0.8) / 0.4)
                        .sorted()
                        .toArray();

        double distance =
                IntStream.range(0, many)
                        .mapToDouble(i -> Math.abs(shares[i] - (i + 0.5) / many) + 0.5 / many)
                        .max()
                        .orElseThrow();
        assertThat(distance).as("seed %d", SEED).isLessThan(1.63 / Math.sqrt(many));
    }

    @Test
    void aScheduleWithoutDelaysHasOneAttempt() {
        RetrySchedule empty = new RetrySchedule(List.of(), new SplittableRandom(SEED));

        assertThat(empty.after(1, Optional.empty())).isEmpty();
        assertThat(empty.after(1, Optional.of(Duration.ofSeconds(60)))).isEmpty();
    }

    @Test
    void aReceiverCanAskForMoreTimeButNotForLessNorForMoreThanADay() {
        assertThat(schedule.after(1, Optional.of(Duration.ofSeconds(60))))
                .contains(Duration.ofSeconds(60));
        assertThat(schedule.after(1, Optional.of(Duration.ofMillis(1))).orElseThrow())
                .isGreaterThanOrEqualTo(Duration.ofSeconds(4));
        assertThat(schedule.after(1, Optional.of(Duration.ofDays(30))))
                .contains(Duration.ofHours(24));
    }
}
