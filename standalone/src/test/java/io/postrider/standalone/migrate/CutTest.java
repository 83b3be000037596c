package io.postrider.standalone.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CutTest {

    private static final Map<Integer, Long> BEGINS = Map.of(0, 10L, 1, 0L);

    @Test
    void theApplicationThatIsBehindComesFirst() {
        assertThat(
                        Cut.of(
                                Map.of(
                                        "ahead", Map.of(0, 50L, 1, 9L),
                                        "behind", Map.of(0, 20L, 1, 5L)),
                                BEGINS))
                .containsExactly(
                        new Cut("behind", Map.of(0, 20L, 1, 5L)),
                        new Cut("ahead", Map.of(0, 50L, 1, 9L)));
    }

    @Test
    void noApplicationSkipsWhatItHasNotProcessed() {
        assertThat(
                        Cut.of(
                                Map.of(
                                        "one", Map.of(0, 50L, 1, 2L),
                                        "other", Map.of(0, 20L, 1, 9L)),
                                BEGINS))
                .containsExactly(
                        new Cut("other", Map.of(0, 20L, 1, 2L)),
                        new Cut("one", Map.of(0, 50L, 1, 2L)));
    }

    @Test
    void aPartitionWithoutPositionIsUnprocessed() {
        assertThat(Cut.of(Map.of("one", Map.of(1, 3L)), BEGINS))
                .containsExactly(new Cut("one", Map.of(0, 10L, 1, 3L)));
        assertThat(Cut.of(Map.of(), BEGINS)).isEmpty();
    }
}
