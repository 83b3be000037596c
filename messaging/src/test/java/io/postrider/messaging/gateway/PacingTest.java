package io.postrider.messaging.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.instances.Instance;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PacingTest {

    private static final long NOW = 1_700_000_000_000L;

    private final Pacing pacing = new Pacing();
    private final Instance number = instance("inst_1", Instance.CLOUD_API);

    @Test
    void aContactGetsFortyFiveAtOnceAndThenOneInSixSeconds() {
        for (int i = 0; i < 45; i++) {
            assertThat(pacing.turn(number, "ctc_1", NOW)).isEqualTo(NOW);
        }
        assertThat(pacing.turn(number, "ctc_1", NOW)).isEqualTo(NOW + 6_000);
        assertThat(pacing.turn(number, "ctc_1", NOW + 1)).isEqualTo(NOW + 12_000);
        assertThat(pacing.turn(number, "ctc_1", NOW + 20_000)).isEqualTo(NOW + 20_000);
    }

    @Test
    void othersDoNotWait() {
        assertThat(pacing.turn(number, "ctc_1", NOW)).isEqualTo(NOW);
        assertThat(pacing.turn(number, "ctc_2", NOW)).isEqualTo(NOW);
        assertThat(pacing.turn(instance("inst_2", Instance.CLOUD_API), "ctc_1", NOW))
                .isEqualTo(NOW);
    }

    @Test
    void eightyCallsOfANumberMayBeginInASecond() {
        assertThat(pacing.perSecond(number)).isEqualTo(80);
    }

    @Test
    void theSandboxIsNotPaced() {
        Instance sandbox = instance("inst_3", Instance.SANDBOX);

        assertThat(pacing.turn(sandbox, "ctc_1", NOW)).isEqualTo(NOW);
        assertThat(pacing.turn(sandbox, "ctc_1", NOW)).isEqualTo(NOW);
        assertThat(pacing.perSecond(sandbox)).isGreaterThan(pacing.perSecond(number));
    }

    private static Instance instance(String id, String provider) {
        return Instance.blank(id, "ws_1", provider, "", Instant.EPOCH);
    }
}
