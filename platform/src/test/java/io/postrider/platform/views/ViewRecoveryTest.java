package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.LINKS;
import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import io.postrider.schemas.Topic;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ViewRecoveryTest {

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    private final FakeLog log = fixture.log;
    private final NotesView notes = new NotesView(1, LINKS);
    @TempDir private Path parent;
    private Path folder;

    @BeforeEach
    void fillLog() {
        folder = parent.resolve("store");
        log.create(LINKS, 1);
        for (int i = 0; i < 10; i++) {
            log.append(LINKS, 0, "a", "value " + i, i);
        }
    }

    private static void reach(Running running, long command) throws Exception {
        assertThat(
                        running.runner()
                                .awaitCommand(LINKS, 0, command, PATIENCE)
                                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
    }

    private void applyAndStop() throws Exception {
        try (Running running = fixture.start(folder, notes)) {
            reach(running, 9);
        }
    }

    private long count(Running running) {
        return running.store().counter(notes.count("a"));
    }

    @Test
    void recordsDeletedBeforeTheyWereReadAreJumpedOver() throws Exception {
        applyAndStop();
        log.append(LINKS, 0, "a", "never seen", 10);
        log.append(LINKS, 0, "a", "seen", 11);
        log.deleteUpTo(LINKS, 0, 11);

        Running running = fixture.start(folder, notes);
        reach(running, 11);

        assertThat(count(running)).isEqualTo(11);
        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
    }

    @Test
    void retentionThatOvertakesARunningViewDoesNotStopIt() throws Exception {
        Running running = fixture.start(folder, notes);
        reach(running, 9);
        log.setDown(true);
        log.append(LINKS, 0, "a", "never seen", 10);
        log.append(LINKS, 0, "a", "seen", 11);
        log.deleteUpTo(LINKS, 0, 11);

        log.setDown(false);

        reach(running, 11);
        assertThat(count(running)).isEqualTo(11);
    }

    @Test
    void anEmptyPartitionThatDoesNotBeginAtZeroIsCaughtUpWith() {
        log.deleteUpTo(LINKS, 0, 10);

        Running running = fixture.start(folder, notes);

        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
        assertThat(count(running)).isZero();
    }

    @Test
    void aLogThatEndsBeforeTheBookmarkRebuildsTheStore() throws Exception {
        applyAndStop();
        log.cutOff(LINKS, 0, 4);

        Running running = fixture.start(folder, notes);

        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
        assertThat(count(running)).isEqualTo(4);
        assertThat(running.runner().commandApplied(LINKS, 0, 9)).isFalse();
        log.append(LINKS, 0, "a", "another 4", 4);
        reach(running, 4);
        assertThat(count(running)).isEqualTo(5);
    }

    @Test
    void aLogWhoseEndIsNotToldInTimeIsWaitedForAndTheStoreIsKept() throws Exception {
        applyAndStop();
        // A rebuilt store would lack these.
        log.deleteUpTo(LINKS, 0, 8);
        log.setSlow(LINKS, 0, true);

        Running running = fixture.start(folder, notes);
        await().atMost(PATIENCE).until(() -> running.runner().failures() > 1);

        assertThat(running.runner().state()).isEqualTo(ProjectionRunner.State.STARTING);
        assertThat(count(running)).isEqualTo(10);

        log.setSlow(LINKS, 0, false);
        log.append(LINKS, 0, "a", "after", 10);
        reach(running, 10);
        assertThat(count(running)).isEqualTo(11);
    }

    @Test
    void aTopicThatWasCreatedAgainRebuildsTheStore() throws Exception {
        applyAndStop();
        log.create(LINKS, 1);
        for (int i = 0; i < 20; i++) {
            log.append(LINKS, 0, "b", "other " + i, i);
        }

        Running running = fixture.start(folder, notes);
        reach(running, 19);

        assertThat(count(running)).isZero();
        assertThat(running.store().counter(notes.count("b"))).isEqualTo(20);
    }

    @Test
    void aLogThatWentOnDifferentlyRebuildsTheStore() throws Exception {
        Running running = fixture.start(folder, notes);
        reach(running, 9);
        log.setDown(true);
        TopicPartition partition = new TopicPartition(LINKS.name(), 0);
        log.failNextPoll(new LogTruncationException(Map.of(partition, 10L), Map.of()));
        log.cutOff(LINKS, 0, 5);
        for (int i = 5; i < 12; i++) {
            log.append(LINKS, 0, "b", "after the cut " + i, i);
        }

        log.setDown(false);

        reach(running, 11);
        assertThat(count(running)).isEqualTo(5);
        assertThat(running.store().counter(notes.count("b"))).isEqualTo(7);
    }

    @Test
    void otherViewsThanThoseThatWroteTheStoreRebuildIt() throws Exception {
        applyAndStop();
        NotesView changed = new NotesView(1, "notes, second edition", LINKS);

        Running made = fixture.make(folder, changed);
        assertThat(made.store().counter(changed.count("a"))).isZero();
        made.runner().start();
        reach(made, 9);

        assertThat(count(made)).isEqualTo(10);
    }

    @Test
    void theSameViewsInAnotherOrderAreTheSame() throws Exception {
        NotesView second = new NotesView(2, LINKS);
        try (Running running = fixture.start(folder, notes, second)) {
            reach(running, 9);
        }

        Running running = fixture.make(folder, second, notes);

        assertThat(running.runner().commandApplied(LINKS, 0, 9)).isTrue();
    }

    @Test
    void aFailingConsumerIsReplacedAndNothingIsAppliedTwice() throws Exception {
        Running running = fixture.start(folder, notes);
        reach(running, 9);

        log.failNextPoll(new KafkaException("lost its way"));
        log.append(LINKS, 0, "a", "after", 10);

        reach(running, 10);
        assertThat(count(running)).isEqualTo(11);
        assertThat(running.runner().failures()).isEqualTo(1);
        assertThat(log.consumersOpened()).isEqualTo(2);
        assertThat(running.runner().healthy()).isTrue();
    }

    @Test
    void aStoreThatCannotBeReadIsTheStoresFaultAndNotTheRecords() throws Exception {
        AtomicInteger failures = new AtomicInteger();
        Projection unlucky =
                new Projection() {
                    @Override
                    public String layout() {
                        return "view-1";
                    }

                    @Override
                    public Set<Topic> topics() {
                        return Set.of(LINKS);
                    }

                    @Override
                    public void apply(
                            ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
                        if (record.offset() == 5 && failures.incrementAndGet() <= 2) {
                            throw new ProjectionStoreException(
                                    "unlucky", null, ProjectionStoreException.Remedy.REOPEN);
                        }
                        batch.add(notes.count("a"), 1);
                    }
                };
        Running running = fixture.start(folder, unlucky);

        reach(running, 9);

        assertThat(count(running)).isEqualTo(10);
        assertThat(running.runner().poisoned()).isZero();
        assertThat(running.runner().failures()).isEqualTo(2);
    }

    @Test
    void aLogThatIsAwayAtTheStartIsWaitedForWhileTheStoreCanBeRead() throws Exception {
        applyAndStop();
        log.setDown(true);
        Topic links = LINKS;

        Running running = fixture.start(folder, notes);
        await().atMost(PATIENCE).until(() -> running.runner().failures() > 1);

        assertThat(running.runner().state()).isEqualTo(ProjectionRunner.State.STARTING);
        assertThat(running.runner().healthy()).isTrue();
        assertThat(running.runner().commandApplied(links, 0, 9)).isTrue();
        assertThat(count(running)).isEqualTo(10);

        log.append(links, 0, "a", "after", 10);
        log.setDown(false);
        reach(running, 10);
        assertThat(running.runner().state()).isEqualTo(ProjectionRunner.State.RUNNING);
    }
}
