package io.postrider.redirects.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PendingAgeTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PendingAge age = new PendingAge();

    @Test
    void aLaneWithoutPendingRecordsHasNoAge() {
        age.look(5, 5, SECOND);

        assertThat(age.nanos(10 * SECOND)).isZero();
    }

    @Test
    void theAgeIsThatOfTheOldestRecordToTheSecond() {
        for (int second = 1; second <= 20; second++) {
            age.look(10L * second, 0, second * SECOND);
        }
        assertThat(age.nanos(20 * SECOND)).isEqualTo(19 * SECOND);

        age.look(200, 95, 20 * SECOND);
        assertThat(age.nanos(20 * SECOND)).isEqualTo(10 * SECOND);

        age.look(200, 200, 21 * SECOND);
        assertThat(age.nanos(21 * SECOND)).isZero();
    }

    @Test
    void aLaneThatIsNotDrainedForLongIsAsOldAsItsFirstRecord() {
        for (int second = 1; second <= 2_000; second++) {
            age.look(second, 0, second * SECOND);
        }

        assertThat(age.nanos(2_000 * SECOND)).isEqualTo(1_999 * SECOND);
    }
}
