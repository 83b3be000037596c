package io.postrider.redirects.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpoolSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 4096, 1000000, 0, lanes",
        "1025, 4096, 100000000, 0, lanes",
        "1, 4095, 1000000, 0, segmentBytes",
        "1, 4100, 1000000, 0, segmentBytes",
        "1, 2147483648, 9000000000, 0, segmentBytes",
        "2, 4096, 16383, 0, bytesMax",
        "1, 4096, 1000000, -1, forceInterval",
        "1, 4096, 1000000, 60001, forceInterval",
    })
    void impossibleSettingsAreRefused(
            int lanes, long segmentBytes, long bytesMax, long forceMillis, String named) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new SpoolSettings(
                                lanes, segmentBytes, bytesMax, Duration.ofMillis(forceMillis)))
                .withMessageStartingWith(named);
    }

    @Test
    void theDefaultsHoldTwoGibibytesAndLeaveForcingToTheSystem() {
        SpoolSettings settings = SpoolSettings.of(8);

        assertThat(settings).isEqualTo(new SpoolSettings(8, 16 << 20, 2L << 30, Duration.ZERO));
        assertThat(settings.forced().forceInterval()).isEqualTo(Duration.ofMillis(50));
    }

    @Test
    void theDefaultsGrowWithTheLanes() {
        assertThat(SpoolSettings.of(100).bytesMax()).isEqualTo(100 * (32L << 20));
    }
}
