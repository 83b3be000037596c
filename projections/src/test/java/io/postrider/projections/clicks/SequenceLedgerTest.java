package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SequenceLedgerTest {

    @Test
    void aSequenceIsTakenOnce() {
        SequenceLedger ledger = new SequenceLedger();

        assertThat(ledger.take(1)).isTrue();
        assertThat(ledger.take(2)).isTrue();
        assertThat(ledger.take(1)).isFalse();
        assertThat(ledger.take(2)).isFalse();
    }

    @Test
    void aGapIsFilledOnceAndInAnyOrder() {
        SequenceLedger ledger = new SequenceLedger();
        ledger.take(1);
        ledger.take(6);

        assertThat(ledger.take(4)).isTrue();
        assertThat(ledger.take(4)).isFalse();
        assertThat(ledger.take(2)).isTrue();
        assertThat(ledger.take(5)).isTrue();
        assertThat(ledger.take(3)).isTrue();
        assertThat(ledger.take(3)).isFalse();
        assertThat(ledger.bytes()).hasSize(2 * Long.BYTES);
    }

    @Test
    void sendersThatRepeatAndReorderAreCountedExactly() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SequenceLedger ledger = new SequenceLedger();
            Set<Long> taken = new HashSet<>();
            for (long sequence : traffic(random)) {
                if (random.nextInt(10) == 0) {
                    ledger = SequenceLedger.read(ledger.bytes());
                }
                assertThat(ledger.take(sequence))
                        .as("seed %d, sequence %d", seed, sequence)
                        .isEqualTo(taken.add(sequence));
            }
        }
    }

    /** Runs of sequences, each beginning again a little before or after the end of the one before. */
    private static List<Long> traffic(SplittableRandom random) {
        List<Long> sent = new ArrayList<>();
        long next = 1;
        for (int run = 0; run < 20; run++) {
            long length = random.nextLong(1, 30);
            for (long i = 0; i < length; i++) {
                sent.add(next + i);
            }
            next = Math.max(1, next + length + random.nextLong(-20, 5));
        }
        return sent;
    }
}
