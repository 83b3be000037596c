package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.postrider.platform.views.commands.CommandCatchUp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionTakeoversTest {

    private final List<Watch> watches = new ArrayList<>();
    private final PartitionTakeovers takeovers = new PartitionTakeovers(this::watch);

    private record Watch(
            int partition,
            CommandCatchUp catchUp,
            CompletableFuture<@Nullable Void> done,
            CompletableFuture<@Nullable Void> dead) {}

    private CommandCatchUp watch(int partition) {
        CommandCatchUp catchUp = mock(CommandCatchUp.class);
        Watch watch =
                new Watch(partition, catchUp, new CompletableFuture<>(), new CompletableFuture<>());
        when(catchUp.isDone()).thenAnswer(asked -> watch.done.isDone());
        when(catchUp.dead()).thenReturn(watch.dead);
        watches.add(watch);
        return catchUp;
    }

    @Test
    void aPartitionIsCaughtUpWhenItsOpenCommandsAreDecided() {
        takeovers.taken(3);
        assertThat(watches).extracting(Watch::partition).containsExactly(3);
        assertThat(takeovers.isCaughtUp(3)).isFalse();

        watches.getFirst().done.complete(null);

        assertThat(takeovers.isCaughtUp(3)).isTrue();
        assertThat(takeovers.isCaughtUp(2)).as("never taken over").isFalse();
    }

    @Test
    void aPartitionThatIsTakenOverAgainCatchesUpAgain() {
        takeovers.taken(3);
        watches.getFirst().done.complete(null);

        takeovers.taken(3);

        assertThat(takeovers.isCaughtUp(3)).isFalse();
        verify(watches.getFirst().catchUp).close();
        watches.getLast().done.complete(null);
        assertThat(takeovers.isCaughtUp(3)).isTrue();
    }

    @Test
    void aDeadWatchIsReported() {
        takeovers.taken(3);
        assertThat(takeovers.dead()).isNotDone();

        watches.getFirst().dead.complete(null);

        assertThat(takeovers.dead()).isDone();
    }

    @Test
    void nothingIsWatchedAfterTheEnd() {
        takeovers.taken(3);
        takeovers.taken(4);

        takeovers.close();

        verify(watches.getFirst().catchUp).close();
        verify(watches.getLast().catchUp).close();
    }

    @Test
    void aDeciderTellsItsPartitionEachTimeItBegins() {
        ProcessorHarness bench = new ProcessorHarness(3);
        assertThat(bench.taken()).containsExactly(3);

        bench.restart();

        assertThat(bench.taken()).containsExactly(3, 3);
    }
}
