package io.postrider.web.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {

    @Test
    void aTimeIsCutToMillisecondsAndTakenToUtc() {
        assertThat(Times.parse("2026-11-21T12:00:00.123987+01:00"))
                .contains(Instant.parse("2026-11-21T11:00:00.123Z"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9999-12-31T23:59:59-01:00",
                "0000-01-01T00:00:00+18:00",
                "2026-02-30T00:00:00Z",
                "2026-11-21",
                "2026-11-21T12:00:00",
            })
    void whatCannotBeShownAgainInTheSameFormIsNoTime(String text) {
        assertThat(Times.parse(text)).isEmpty();
    }
}
