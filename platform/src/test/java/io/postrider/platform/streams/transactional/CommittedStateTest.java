package io.postrider.platform.streams.transactional;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.views.ProjectionMemory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedStateTest {

    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Duration AGE = Duration.ofDays(6);

    @TempDir Path folder;

    @AutoClose private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 4 << 20);
    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);

    @Test
    void aStateIsOldWhenItsNewestWriteIsLongAgo() {
        try (CommittedState state = written()) {
            now.set(NOW.plus(AGE));
            assertThat(state.isOlderThan(AGE)).isFalse();
            now.set(NOW.plus(AGE).plusMillis(1));
            assertThat(state.isOlderThan(AGE)).isTrue();
        }
    }

    @Test
    void aStateThatWasWrittenInTheFutureIsOld() {
        try (CommittedState state = written()) {
            now.set(NOW.minus(Duration.ofMinutes(30)));
            assertThat(state.isOlderThan(AGE)).as("a step of the clock").isFalse();
            now.set(NOW.minus(Duration.ofDays(30)));
            assertThat(state.isOlderThan(AGE)).isTrue();
        }
    }

    @Test
    void aStateWithoutWritesIsNotOld() {
        try (CommittedState state = new CommittedState(folder, memory, now::get)) {
            assertThat(state.isOlderThan(AGE)).isFalse();
        }
    }

    private CommittedState written() {
        CommittedState state = new CommittedState(folder, memory, now::get);
        state.write(
                Map.of(Bytes.wrap("k".getBytes(UTF_8)), Optional.of(new byte[] {1})).entrySet(), 7);
        return state;
    }
}
