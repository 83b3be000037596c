package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.LINKS;
import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import java.nio.file.Path;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is known of a runner whose thread has ended. */
class DeadRunnerTest {

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    @TempDir private Path folder;

    @BeforeEach
    void createTopic() {
        fixture.log.create(LINKS, 1);
        fixture.log.append(LINKS, 0, "a", "one", 0);
    }

    @Test
    void aDeadRunnerIsReported() {
        Running running =
                fixture.start(
                        folder,
                        new NotesView(1, LINKS) {
                            @Override
                            public void apply(
                                    ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
                                throw new NoClassDefFoundError("a.B");
                            }
                        });

        await().atMost(PATIENCE).until(() -> running.runner().dead().isDone());

        assertThat(running.runner().state()).isEqualTo(ProjectionRunner.State.STOPPED);
        assertThat(running.runner().healthy()).isFalse();
    }

    @Test
    void aRunnerThatFailsByAnExceptionTriesAgain() {
        int[] polls = {0};
        Running running = fixture.make(folder, new NotesView(1, LINKS));
        running.runner()
                .holdWhile(() -> {
                    if (polls[0]++ < 3) {
                        throw new IllegalStateException("not now");
                    }
                    return false;
                });
        running.runner().start();

        await().atMost(PATIENCE).until(() -> running.runner().caughtUp().isDone());

        await().atMost(PATIENCE).until(() -> running.runner().failures() == 3);
        assertThat(running.runner().dead()).isNotDone();
    }

    @Test
    void aRunnerThatWasClosedIsNotDead() {
        Running running = fixture.start(folder, new NotesView(1, LINKS));
        await().atMost(PATIENCE).until(() -> running.runner().caughtUp().isDone());

        running.runner().close();

        assertThat(running.runner().state()).isEqualTo(ProjectionRunner.State.STOPPED);
        assertThat(running.runner().dead()).isNotDone();
    }
}
