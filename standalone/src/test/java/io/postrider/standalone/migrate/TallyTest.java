package io.postrider.standalone.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

class TallyTest {

    private static final Moved A = record(0, "a", "1");
    private static final Moved B = record(0, "b", "2");
    private static final Moved C = record(1, "c", "3");

    @Test
    void recordsOfAPartitionHaveAnOrder() {
        assertThat(ordered(A, C, B)).isEqualTo(ordered(A, B, C)).isNotEqualTo(ordered(B, A, C));
    }

    @Test
    void entriesHaveNone() {
        Tally one = new Tally(2);
        one.add(A);
        one.add(B);
        Tally other = new Tally(2);
        other.add(B);
        other.add(A);

        assertThat(one).isEqualTo(other);
    }

    @Test
    @SuppressWarnings("NullAway") // A record without a value deletes its key.
    void everyPartOfARecordCounts() {
        Tally expected = ordered(A);

        assertThat(ordered(record(1, "a", "1"))).isNotEqualTo(expected);
        assertThat(ordered(record(0, "A", "1"))).isNotEqualTo(expected);
        assertThat(ordered(record(0, "a", "2"))).isNotEqualTo(expected);
        assertThat(ordered(new Moved(0, 6, A.key(), A.value(), A.headers())))
                .isNotEqualTo(expected);
        assertThat(ordered(new Moved(0, 5, A.key(), null, A.headers()))).isNotEqualTo(expected);
        assertThat(
                        ordered(
                                new Moved(
                                        0,
                                        5,
                                        A.key(),
                                        A.value(),
                                        List.of(new RecordHeader("h", new byte[0])))))
                .isNotEqualTo(expected);
    }

    @Test
    void continuesFromItsText() {
        Tally begun = Tally.parse(ordered(A, C).text(), 2);
        begun.addOrdered(B);

        assertThat(begun).isEqualTo(ordered(A, B, C));
        assertThat(begun.count()).isEqualTo(3);
    }

    @Test
    void longCountsSurvive() {
        Tally tally = new Tally(3);
        for (int i = 0; i < 20_000; i++) {
            tally.add(C);
        }

        assertThat(Tally.parse(tally.text(), 3)).isEqualTo(tally);
    }

    private static Tally ordered(Moved... records) {
        Tally tally = new Tally(2);
        for (Moved each : records) {
            tally.addOrdered(each);
        }
        return tally;
    }

    private static Moved record(int partition, String key, String value) {
        return new Moved(partition, 5, key.getBytes(UTF_8), value.getBytes(UTF_8), List.of());
    }
}
