package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectionKeyTest {

    private static final String[] LETTERS = {"a", "b", "\0", "\u0001", "~", "é", "語", "😀"};

    private record Parts(String text, Instant time, long number) {

        byte[] key() {
            return ProjectionKey.table(7).text(text).timeDescending(time).number(number).bytes();
        }
    }

    @Test
    void keysSortAsTheirPartsDo() {
        long seed = new Random().nextLong();
        System.out.println("keysSortAsTheirPartsDo seed " + seed);
        Random random = new Random(seed);
        List<Parts> parts = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            parts.add(
                    new Parts(
                            text(random),
                            Instant.ofEpochMilli(random.nextInt(6) - 3),
                            random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(5) - 2));
        }

        List<Parts> byKey = new ArrayList<>(parts);
        byKey.sort(Comparator.comparing(Parts::key, Arrays::compareUnsigned));
        parts.sort(
                Comparator.comparing((Parts p) -> p.text().getBytes(UTF_8), Arrays::compareUnsigned)
                        .thenComparing(Parts::time, Comparator.reverseOrder())
                        .thenComparingLong(Parts::number));

        assertThat(byKey).isEqualTo(parts);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    @Test
    void oneTextIsNeverThePrefixOfAnother() {
        byte[] shorter = ProjectionKey.table(1).text("ws_1").bytes();

        for (String longer : List.of("ws_10", "ws_1\0", "ws_1\u0001", "ws_1\0\u0001")) {
            byte[] key = ProjectionKey.table(1).text(longer).bytes();
            assertThat(Arrays.copyOf(key, shorter.length)).isNotEqualTo(shorter);
        }
    }

    @Test
    void theStartOfATextIsAPrefixOfTheWholeText() {
        byte[] start = ProjectionKey.table(1).textStartingWith("sum");
        byte[] whole = ProjectionKey.table(1).text("summer").bytes();

        assertThat(Arrays.copyOf(whole, start.length)).isEqualTo(start);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 255, 256})
    void theEnginesTableAndTheLastOneAreNotForViews(int table) {
        assertThatThrownBy(() -> ProjectionKey.table(table))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a\0", "ä", "a\n"})
    void anIdIsVisibleAscii(String id) {
        assertThatThrownBy(() -> ProjectionKey.table(1).id(id))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
