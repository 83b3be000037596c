package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.LINKS;
import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import io.postrider.platform.views.commands.CommandCatchUp;
import io.postrider.platform.views.commands.CommandLog;
import io.postrider.schemas.Context;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class CommandCatchUpTest {

    private static final String COMMANDS = Context.LINKS.commands().name();

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    @TempDir private Path folder;

    @Test
    void itIsDoneWhenTheLastCommandOfEachPartitionIsApplied() {
        fixture.log.create(LINKS, 2);
        fixture.log.append(LINKS, 0, "a", "one", 4);
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        try (CommandCatchUp catchUp = begun(running, Map.of(at(0), 5L, at(1), 3L))) {
            await().atMost(PATIENCE).until(() -> running.runner().commandApplied(LINKS, 0, 4));
            assertThat(catchUp.done()).isNotDone();
            assertThat(catchUp.progress().caughtUp()).isFalse();

            fixture.log.append(LINKS, 1, "b", "two", 2);

            await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
            assertThat(catchUp.progress().applied()).isEqualTo(catchUp.progress().total());
        }
    }

    @Test
    void aDeadThreadIsReported() {
        fixture.log.create(LINKS, 2);
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        CommandLog broken =
                new CommandLog() {
                    @Override
                    public Map<TopicPartition, Long> ends() {
                        throw new NoClassDefFoundError("a.B");
                    }

                    @Override
                    public long start(TopicPartition partition) {
                        return 0;
                    }
                };
        try (CommandCatchUp catchUp = new CommandCatchUp(broken, running.runner())) {
            catchUp.start();

            await().atMost(PATIENCE).until(() -> catchUp.dead().isDone());
            assertThat(catchUp.done()).isNotDone();
        }
    }

    @Test
    void anEmptyLogIsCaughtUpWithAtOnce() {
        fixture.log.create(LINKS, 2);
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        try (CommandCatchUp catchUp = begun(running, Map.of(at(0), 0L, at(1), 0L))) {
            await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
        }
    }

    @Test
    void aLogThatDoesNotAnswerIsAskedAgain() {
        fixture.log.create(LINKS, 2);
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        AtomicInteger asked = new AtomicInteger();
        CommandCatchUp catchUp =
                new CommandCatchUp(
                        new Offsets(Map.of(), Map.of()) {
                            @Override
                            public Map<TopicPartition, Long> ends() throws ExecutionException {
                                if (asked.incrementAndGet() < 3) {
                                    throw new ExecutionException(new TimeoutException("no broker"));
                                }
                                return super.ends();
                            }
                        },
                        running.runner());
        catchUp.start();
        await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
        assertThat(asked).hasValue(3);
        catchUp.close();
    }

    @Test
    void commandsThatRetentionDeletedAreNotWaitedFor() {
        fixture.log.create(LINKS, 2);
        fixture.log.append(LINKS, 0, "a", "one", 4);
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        Map<TopicPartition, Long> ends = Map.of(at(0), 7L, at(1), 3L);
        CommandCatchUp catchUp =
                new CommandCatchUp(
                        new Offsets(ends, Map.of(at(0), 7L, at(1), 3L)), running.runner());
        catchUp.start();

        await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
        catchUp.close();
    }

    @Test
    void anUndecidedCommandThatIsStillInTheLogIsWaitedFor() {
        fixture.log.create(LINKS, 2);
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        AtomicInteger asked = new AtomicInteger();
        CommandLog log =
                new Offsets(Map.of(at(0), 7L), Map.of(at(0), 6L)) {
                    @Override
                    public long start(TopicPartition partition) throws ExecutionException {
                        if (asked.incrementAndGet() == 1) {
                            throw new ExecutionException(new TimeoutException("no broker"));
                        }
                        return super.start(partition);
                    }
                };
        CommandCatchUp catchUp = new CommandCatchUp(log, running.runner(), Duration.ofMillis(5));
        catchUp.start();

        await().atMost(PATIENCE).until(() -> asked.get() >= 3);
        assertThat(catchUp.done()).isNotDone();
        fixture.log.append(LINKS, 0, "b", "two", 6);
        await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
        catchUp.close();
    }

    private static CommandCatchUp begun(Running running, Map<TopicPartition, Long> ends) {
        CommandCatchUp catchUp = new CommandCatchUp(new Offsets(ends, Map.of()), running.runner());
        catchUp.start();
        return catchUp;
    }

    private static class Offsets implements CommandLog {

        private final Map<TopicPartition, Long> ends;
        private final Map<TopicPartition, Long> starts;

        Offsets(Map<TopicPartition, Long> ends, Map<TopicPartition, Long> starts) {
            this.ends = ends;
            this.starts = starts;
        }

        @Override
        public Map<TopicPartition, Long> ends() throws ExecutionException {
            return ends;
        }

        @Override
        public long start(TopicPartition partition) throws ExecutionException {
            return starts.getOrDefault(partition, 0L);
        }
    }

    private static TopicPartition at(int partition) {
        return new TopicPartition(COMMANDS, partition);
    }
}
