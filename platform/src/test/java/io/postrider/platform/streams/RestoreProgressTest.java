package io.postrider.platform.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.views.Progress;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreProgressTest {

    private static final TopicPartition A = new TopicPartition("a-changelog", 0);
    private static final TopicPartition B = new TopicPartition("b-changelog", 0);

    private final RestoreProgress progress = new RestoreProgress(List.of());

    @Test
    void itCountsTheOffsetsOfAllChangelogs() {
        progress.onRestoreStart(A, "a", 100, 200);
        progress.onRestoreStart(B, "b", 0, 50);
        progress.onBatchRestored(A, "a", 129, 7);
        assertThat(progress.now(false)).isEqualTo(new Progress(30, 150, false));

        progress.onRestoreEnd(A, "a", 20);
        assertThat(progress.now(false)).isEqualTo(new Progress(100, 150, false));
    }

    @Test
    void aChangelogThatMovedToAnotherNodeDoesNotCount() {
        progress.onRestoreStart(A, "a", 0, 10);
        progress.onRestoreSuspended(A, "a", 3);

        assertThat(progress.now(true)).isEqualTo(new Progress(0, 0, true));
    }
}
