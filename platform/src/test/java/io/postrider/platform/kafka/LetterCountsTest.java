package io.postrider.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LetterCountsTest {

    private final LetterCounts counts = new LetterCounts(2, 3, 1_000);

    @Test
    void aWorkspaceHasItsOwnNumberOfLettersInEachApplication() {
        assertThat(counts.take("a", "ws_1", 0)).isTrue();
        assertThat(counts.take("a", "ws_1", 0)).isTrue();
        assertThat(counts.take("a", "ws_1", 0)).isFalse();
        assertThat(counts.take("a", "ws_1", 0)).isFalse();

        assertThat(counts.take("a", "ws_2", 0)).isTrue();
        assertThat(counts.take("b", "ws_1", 0)).isTrue();
    }

    @Test
    void lettersThatAreNoLongerKeptDoNotCount() {
        counts.take("a", "ws_1", 0);
        counts.take("a", "ws_1", 0);

        assertThat(counts.take("a", "ws_1", 1_000)).isFalse();
        assertThat(counts.take("a", "ws_1", 1_001)).isTrue();
    }

    @Test
    void theCountThatWasUsedLongestAgoIsForgotten() {
        counts.take("a", "ws_1", 0);
        counts.take("a", "ws_1", 0);
        counts.take("a", "ws_2", 0);
        counts.take("a", "ws_3", 0);
        assertThat(counts.take("a", "ws_1", 0)).isFalse();

        counts.take("a", "ws_4", 0);

        assertThat(counts.take("a", "ws_1", 0)).isFalse();
        counts.take("a", "ws_5", 0);
        counts.take("a", "ws_6", 0);
        counts.take("a", "ws_7", 0);
        assertThat(counts.take("a", "ws_1", 0)).isTrue();
    }
}
