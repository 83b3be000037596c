package io.postrider.runtime.views;

import static io.postrider.runtime.views.RunnerFixture.LINKS;
import static io.postrider.runtime.views.RunnerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.runtime.views.RunnerFixture.Running;
import io.postrider.schemas.Context;
import java.nio.file.Path;
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

            fixture.log.append(LINKS, 1, "b", "two", 2);

            await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
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
                        () -> {
                            if (asked.incrementAndGet() < 3) {
                                throw new ExecutionException(new TimeoutException("no broker"));
                            }
                            return Map.of();
                        },
                        running.runner());
        catchUp.start();
        await().atMost(PATIENCE).until(() -> catchUp.done().isDone());
        assertThat(asked).hasValue(3);
        catchUp.close();
    }

    private static CommandCatchUp begun(Running running, Map<TopicPartition, Long> ends) {
        CommandCatchUp catchUp = new CommandCatchUp(() -> ends, running.runner());
        catchUp.start();
        return catchUp;
    }

    private static TopicPartition at(int partition) {
        return new TopicPartition(COMMANDS, partition);
    }
}
