package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EarlyCommitTest {

    private final EarlyCommit early =
            new EarlyCommit(Duration.ofMillis(100), Duration.ofMillis(100));

    @Test
    void theFirstCommandIsCommittedAtOnce() {
        assertThat(early.after(5, 6)).isTrue();
    }

    @Test
    void rareCommandsAreAllCommittedAtOnce() {
        for (long at = 0; at < 10_000; at += 100) {
            assertThat(early.after(at, at + 3)).as("at %d ms", at).isTrue();
        }
    }

    @Test
    void underLoadTheIntervalAloneCommits() {
        assertThat(early.after(0, 0)).isTrue();

        for (long at = 1; at < 10_000; at += 99) {
            assertThat(early.after(at, at)).as("at %d ms", at).isFalse();
        }
    }

    @Test
    void commandsThatASlowCommitHeldUpAreNotTakenForRareOnes() {
        assertThat(early.after(0, 0)).isTrue();

        for (int i = 1; i < 100; i++) {
            long appended = i * 5L;
            long now = i * 1_000L;
            assertThat(early.after(appended, now)).as("command %d", i).isFalse();
        }
    }

    @Test
    void rareCommandsThatHavePiledUpAreNotCommittedOneByOne() {
        long now = 1_000_000;

        for (long appended = 0; appended < 900_000; appended += 1_000) {
            assertThat(early.after(appended, now)).as("at %d ms", appended).isFalse();
        }
    }

    @Test
    void aRecordThatComesAloneMayHaveBeenUnderWayForLongerThanTheQuiet() {
        EarlyCommit clicks = new EarlyCommit(Duration.ofMillis(25), Duration.ofMillis(50));

        assertThat(clicks.after(1_000, 1_049)).isTrue();
        assertThat(clicks.after(1_024, 1_060)).isFalse();
        assertThat(clicks.after(1_049, 1_098)).isTrue();
        assertThat(clicks.after(1_100, 1_150)).isFalse();
    }

    @Test
    void commandsOfSeveralPartitionsCountTogether() {
        assertThat(early.after(1_000, 1_001)).isTrue();

        assertThat(early.after(990, 1_002)).isFalse();
        assertThat(early.after(1_099, 1_100)).isFalse();
        assertThat(early.after(1_199, 1_200)).isTrue();
    }

    @Test
    void aClockBehindThatOfTheLogDoesNotMatter() {
        assertThat(early.after(1_000, 0)).isTrue();
        assertThat(early.after(1_050, 50)).isFalse();
    }
}
