package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.LINKS;
import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** That a view knows of commands that left no event. */
class SettlementsTest {

    private static final Topic COMMANDS = Context.LINKS.commands();
    private static final Topic SETTLEMENTS = Context.LINKS.settlements();
    private static final TopicPartition SETTLED = new TopicPartition(SETTLEMENTS.name(), 0);

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    private final FakeLog log = fixture.log;
    private final NotesView notes = new NotesView(1, LINKS);
    @TempDir private Path folder;

    @BeforeEach
    void createTopics() {
        log.create(LINKS, 2);
    }

    private void event(long command) {
        log.append(LINKS, 0, "a", "event", command);
    }

    private void settlement(long command) {
        log.append(SETTLEMENTS, 0, "a", "settlement", command);
    }

    private static CompletableFuture<Boolean> waiting(Running running, long command) {
        return running.runner().awaitCommand(LINKS, 0, command, PATIENCE);
    }

    private static void reach(Running running, long command) throws Exception {
        assertThat(waiting(running, command).get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    /** Waits until everything that can be read is read. */
    private void readTo(Running running, long records) {
        await().atMost(PATIENCE).until(() -> running.runner().progress().applied() == records);
    }

    /** What the first poll asks the log is answered by the second; each record here takes a poll of its own. */
    private void hearTheLogOut(Running running) throws Exception {
        for (int command = 0; command < 3; command++) {
            log.append(LINKS, 1, "b", "event", command);
            assertThat(
                            running.runner()
                                    .awaitCommand(LINKS, 1, command, PATIENCE)
                                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    private static AppliedOffset stored(Running running) {
        return new StoreMetadata(running.store())
                .bookmarks()
                .getOrDefault(SETTLED, AppliedOffset.at(-1));
    }

    @Test
    void aCommandThatChangedNothingIsWaitedForAndAnswered() throws Exception {
        event(0);
        Running running = fixture.start(folder, notes);
        CompletableFuture<Boolean> waiting = waiting(running, 2);

        settlement(1);
        settlement(2);

        assertThat(waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(running.runner().appliedCommand(LINKS, 0)).isEqualTo(2);
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(1);
    }

    @Test
    void itCountsOnlyAfterTheEventsOfEarlierCommands() throws Exception {
        log.hold(LINKS, 0);
        event(0);
        settlement(1);
        Running running = fixture.start(folder, notes);
        readTo(running, 1);

        assertThat(running.runner().appliedCommand(LINKS, 0)).isEqualTo(-1);

        log.commit(LINKS, 0);
        reach(running, 1);
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(1);
    }

    @Test
    void afterARestartPendingSettlementsAreReadAgain() throws Exception {
        settlement(0);
        log.hold(LINKS, 0);
        event(1);
        settlement(2);
        try (Running first = fixture.start(folder, notes)) {
            readTo(first, 2);
            assertThat(first.runner().appliedCommand(LINKS, 0)).isZero();
            assertThat(stored(first).next()).isEqualTo(1);
        }
        log.commit(LINKS, 0);

        Running second = fixture.start(folder, notes);

        reach(second, 2);
        await().atMost(PATIENCE).until(() -> stored(second).next() == 2);
    }

    @Test
    void anAppliedSettlementIsKnownAtOnceAfterARestart() throws Exception {
        event(0);
        settlement(1);
        try (Running first = fixture.start(folder, notes)) {
            reach(first, 1);
        }

        Running second = fixture.make(folder, notes);

        assertThat(second.runner().commandApplied(LINKS, 0, 1)).isTrue();
    }

    @Test
    void moreThanCanBePendingIsReadOnceThereIsRoom() throws Exception {
        log.hold(LINKS, 0);
        for (int command = 0; command < 5_000; command += 2) {
            event(command);
            settlement(command + 1);
        }
        Running running = fixture.start(folder, notes);
        readTo(running, 1_000);

        log.commit(LINKS, 0);

        reach(running, 4_999);
        assertThat(running.runner().caughtUp()).succeedsWithin(PATIENCE);
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(2_500);
        assertThat(stored(running).next()).isEqualTo(2_500);
    }

    @Test
    void offsetsDeletedByRetentionAreNotAwaited() throws Exception {
        for (int command = 0; command < 12; command++) {
            log.append(COMMANDS, 0, "a", "command", -1);
        }
        log.hold(LINKS, 0);
        event(3);
        settlement(10);
        settlement(11);
        log.deleteUpTo(COMMANDS, 0, 10);
        Running running = fixture.start(folder, notes);
        readTo(running, 2);
        hearTheLogOut(running);
        assertThat(running.runner().appliedCommand(LINKS, 0)).isEqualTo(-1);

        log.commit(LINKS, 0);

        reach(running, 11);
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(1);
    }

    @Test
    void aCommandThatIsDeletedUndecidedWhileItRunsHoldsUpNoLaterOne() throws Exception {
        event(0);
        Running running = fixture.start(folder, notes);
        reach(running, 0);
        for (int command = 0; command < 3; command++) {
            log.append(COMMANDS, 0, "a", "command", -1);
        }
        settlement(2);
        readTo(running, 2);
        assertThat(running.runner().appliedCommand(LINKS, 0)).isZero();

        log.deleteUpTo(COMMANDS, 0, 2);

        reach(running, 2);
    }

    @Test
    void aLogWhoseCommandsAreAllDeletedIsKnownToItsEnd() throws Exception {
        for (int command = 0; command < 8; command++) {
            log.append(COMMANDS, 0, "a", "command", -1);
        }
        log.deleteUpTo(COMMANDS, 0, 8);
        event(3);

        Running running = fixture.start(folder, notes);

        reach(running, 7);
    }

    @Test
    void partitionsAreCountedApart() throws Exception {
        Running running = fixture.start(folder, notes);
        settlement(0);
        log.append(SETTLEMENTS, 1, "b", "settlement", 1);
        reach(running, 0);
        readTo(running, 2);

        assertThat(running.runner().appliedCommand(LINKS, 1)).isEqualTo(-1);
        log.append(LINKS, 1, "b", "event", 0);
        assertThat(
                        running.runner()
                                .awaitCommand(LINKS, 1, 1, PATIENCE)
                                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(new StoreMetadata(running.store()).bookmarks())
                .containsAllEntriesOf(
                        Map.of(
                                new TopicPartition(LINKS.name(), 1), new AppliedOffset(1, 0, 1),
                                new TopicPartition(SETTLEMENTS.name(), 1),
                                        new AppliedOffset(1, 0, -1)));
    }
}
