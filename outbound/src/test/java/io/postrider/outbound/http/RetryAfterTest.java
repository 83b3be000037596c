package io.postrider.outbound.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0                              | PT0S",
                "1                              | PT1S",
                "120                            | PT2M",
                "1.5                            | PT1.5S",
                "0.0004                         | PT0S",
                "86400                          | PT24H",
                "86401                          | PT24H",
                "1000000000                     | PT24H",
                "99999999999999999999           | PT24H",
                "Sat, 21 Nov 2026 12:00:30 GMT  | PT30S",
                "Saturday, 21-Nov-26 12:00:30 GMT | PT30S",
                "Sat Nov 21 12:00:30 2026       | PT30S",
                "Sat, 21 Nov 2026 11:59:59 GMT  | PT0S",
                "Thu, 01 Jan 1970 00:00:00 GMT  | PT0S",
                "Sat, 21 Nov 2099 12:00:00 GMT  | PT24H",
            })
    void secondsAndDatesAreReadAndBounded(String value, Duration wait) {
        assertThat(RetryAfter.parse(List.of(value), NOW)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-1",
                "+1",
                "1e9",
                "0x10",
                "soon",
                "1,5",
                "120, 60",
                "NaN",
                "Infinity",
                "999999999999999999999",
                "1.",
                ".5",
                "١٢٠"
            })
    void nonsenseIsNoAnswer(String value) {
        assertThat(RetryAfter.parse(List.of(value), NOW)).isEmpty();
    }

    @Test
    void ofSeveralFieldsTheLongestReadableOneCounts() {
        assertThat(RetryAfter.parse(List.of("5", "30", "soon"), NOW))
                .contains(Duration.ofSeconds(30));
        assertThat(RetryAfter.parse(List.of(), NOW)).isEqualTo(Optional.empty());
    }
}
