package io.postrider.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FootprintTest {

    @Test
    @Verifies("tenant-memory")
    void textOutsideOfLatin1TakesTwoBytesACharacter() {
        assertThat(Footprint.of("\u4e00".repeat(1_000)) - Footprint.of("x".repeat(1_000)))
                .isEqualTo(1_000);
        assertThat(Footprint.of("\u00e9".repeat(1_000))).isEqualTo(Footprint.of("x".repeat(1_000)));
    }

    @Test
    void sizesIncludeTheParts() {
        record Value(String text, List<String> list, Map<String, String> map) {}

        long empty = Footprint.of(new Value("", List.of(), Map.of()));

        assertThat(Footprint.of(new Value("x".repeat(500), List.of(), Map.of())) - empty)
                .isEqualTo(500);
        assertThat(Footprint.of(new Value("", List.of("x".repeat(500)), Map.of())) - empty)
                .isGreaterThan(500);
        assertThat(Footprint.of(new Value("", List.of(), Map.of("k", "x".repeat(500)))) - empty)
                .isGreaterThan(500);
        assertThat(Footprint.of(null)).isZero();
    }
}
