package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;

class NotFoundLimiterTest {

    private static final byte[] ALICE = {10, 0, 0, 1};
    private static final byte[] BOB = {10, 0, 0, 2};
    private static final long NOW = SampleLink.NOW.toEpochMilli();

    @Test
    @Verifies("slug-guessing")
    void tooManyMissesWaitForTheNextMinute() {
        NotFoundLimiter budget = new NotFoundLimiter(3);
        for (int i = 0; i < 3; i++) {
            assertThat(budget.secondsToWait(ALICE, NOW + i)).isZero();
            budget.spend(ALICE, NOW + i);
        }
        assertThat(budget.secondsToWait(ALICE, NOW + 10_000)).isEqualTo(50);
        assertThat(budget.secondsToWait(ALICE, NOW + 59_999)).isEqualTo(1);
        assertThat(budget.secondsToWait(ALICE, NOW + 60_000)).isZero();
    }

    @Test
    void missesOfOneNetworkDoNotThrottleOthers() {
        NotFoundLimiter budget = new NotFoundLimiter(1);
        budget.spend(ALICE, NOW);
        assertThat(budget.secondsToWait(ALICE, NOW)).isEqualTo(60);
        assertThat(budget.secondsToWait(BOB, NOW)).isZero();
    }

    @Test
    void aNewMinuteBeginsAnew() {
        NotFoundLimiter budget = new NotFoundLimiter(2);
        budget.spend(ALICE, NOW);
        budget.spend(ALICE, NOW + 60_000);
        assertThat(budget.secondsToWait(ALICE, NOW + 60_000)).isZero();
    }

    @Test
    @Verifies("slug-guessing")
    void anIpv6NetworkIsOneVisitor() {
        NotFoundLimiter budget = new NotFoundLimiter(2);
        byte[] one = {0x20, 1, 13, (byte) 0xb8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1};
        byte[] other = {0x20, 1, 13, (byte) 0xb8, 0, 0, 0, 7, 9, 9, 9, 9, 9, 9, 9, 9};
        budget.spend(one, NOW);
        budget.spend(other, NOW);
        assertThat(budget.secondsToWait(one, NOW)).isEqualTo(60);
    }

    @Test
    void zeroMeansNoLimit() {
        NotFoundLimiter budget = new NotFoundLimiter(0);
        for (int i = 0; i < 10_000; i++) {
            budget.spend(ALICE, NOW);
        }
        assertThat(budget.secondsToWait(ALICE, NOW)).isZero();
    }
}
