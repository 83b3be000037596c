package io.postrider.platform.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BackgroundThrottleTest {

    private static final long CROWD_PER_SECOND = 10_000;

    private long nanos;
    private long visitors;
    private long rested;
    private final BackgroundThrottle pace =
            new BackgroundThrottle(
                    () -> visitors,
                    CROWD_PER_SECOND,
                    () -> nanos,
                    rest -> {
                        rested += rest;
                        nanos += rest;
                    });

    @Test
    void worksWithoutRestWhileFewVisitorsCome() {
        work(1_000, 9);

        assertThat(rested).isZero();
    }

    @Test
    void restsForSevenEighthsOfTheTimeInACrowd() {
        work(100, 20);
        long before = nanos;
        rested = 0;

        work(1_000, 20);

        assertThat((double) rested / (nanos - before)).isBetween(0.85, 0.89);
    }

    @Test
    void worksAtOnceAgainWhenTheCrowdHasGone() {
        work(100, 20);
        work(100, 0);
        rested = 0;

        work(1_000, 0);

        assertThat(rested).isZero();
    }

    @Test
    void aLongPieceOfWorkIsNotFollowedByALongPause() {
        work(100, 20);
        rested = 0;

        nanos += TimeUnit.SECONDS.toNanos(10);
        visitors += 20 * 10_000;
        pace.step();

        assertThat(rested).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    /** Pieces of work of one millisecond each, while visitors come, as many a millisecond all the time. */
    private void work(int pieces, long visitorsPerMillisecond) {
        long millisecond = TimeUnit.MILLISECONDS.toNanos(1);
        for (int i = 0; i < pieces; i++) {
            long before = nanos;
            nanos += millisecond;
            visitors += visitorsPerMillisecond;
            pace.step();
            visitors += visitorsPerMillisecond * ((nanos - before) / millisecond - 1);
        }
    }
}
