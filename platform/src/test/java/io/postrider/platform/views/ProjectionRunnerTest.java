package io.postrider.platform.views;

import static io.postrider.platform.views.RunnerFixture.KEYS;
import static io.postrider.platform.views.RunnerFixture.LINKS;
import static io.postrider.platform.views.RunnerFixture.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.platform.views.RunnerFixture.Running;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProjectionRunnerTest {

    @RegisterExtension private final RunnerFixture fixture = new RunnerFixture();
    private final FakeLog log = fixture.log;
    private final NotesView notes = new NotesView(1, LINKS);
    @TempDir private Path folder;

    @BeforeEach
    void createTopics() {
        log.create(LINKS, 2);
        log.create(KEYS, 2);
    }

    private static void caughtUp(Running running) {
        await().atMost(PATIENCE).until(() -> running.runner().caughtUp().isDone());
    }

    private static boolean reached(Running running, Topic topic, int partition, long command)
            throws Exception {
        return running.runner()
                .awaitCommand(topic, partition, command, PATIENCE)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void everyRecordOfEveryPartitionIsAppliedBeforeTheWaiterGoesOn() throws Exception {
        log.append(LINKS, 0, "a", "one", 4);
        Running running = fixture.start(folder, notes);
        log.append(LINKS, 1, "a", "two", 9);

        assertThat(reached(running, LINKS, 0, 4)).isTrue();
        assertThat(reached(running, LINKS, 1, 9)).isTrue();
        assertThat(running.store().get(notes.place(LINKS.name(), 1, 0)))
                .isEqualTo("two".getBytes(UTF_8));
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(2);
        assertThat(running.runner().commandApplied(LINKS, 0, 4)).isTrue();
        assertThat(running.runner().commandApplied(LINKS, 0, 5)).isFalse();
        assertThat(running.runner().appliedCommand(KEYS, 0)).isEqualTo(-1);
    }

    @Test
    void aRecordThatNoViewChangesAnythingForMovesTheCommandOnToo() throws Exception {
        Projection deaf =
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
                            ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {}
                };
        Running running = fixture.start(folder, deaf);

        log.append(LINKS, 0, "a", "rejected", 12);
        log.append(LINKS, 0, "a", "without a command", -1);
        log.append(LINKS, 0, "a", "an earlier command", 3);

        assertThat(reached(running, LINKS, 0, 12)).isTrue();
        await().atMost(PATIENCE).until(() -> running.runner().progress().applied() == 3);
        assertThat(running.runner().appliedCommand(LINKS, 0)).isEqualTo(12);
    }

    @Test
    void markersMoveThePositionWithoutAnyRecord() {
        log.append(LINKS, 0, "a", "one", 1);
        log.appendMarker(LINKS, 0);
        Running running = fixture.start(folder, notes);
        caughtUp(running);
        log.appendMarker(LINKS, 0);
        log.appendMarker(LINKS, 1);

        await().atMost(PATIENCE).until(() -> running.runner().progress().applied() == 4);
        running.runner().close();

        Map<TopicPartition, AppliedOffset> stored = new StoreMetadata(running.store()).bookmarks();
        assertThat(stored)
                .containsEntry(new TopicPartition(LINKS.name(), 0), new AppliedOffset(3, 0, 1))
                .containsEntry(new TopicPartition(LINKS.name(), 1), new AppliedOffset(1, 0, -1));
    }

    @Test
    void afterARestartItGoesOnWhereItWasAndKnowsItAtOnce() throws Exception {
        log.append(LINKS, 0, "a", "one", 7);
        try (Running first = fixture.start(folder, notes)) {
            assertThat(reached(first, LINKS, 0, 7)).isTrue();
        }
        log.append(LINKS, 0, "a", "two", 8);

        Running second = fixture.make(folder, notes);
        assertThat(second.runner().commandApplied(LINKS, 0, 7)).isTrue();
        second.runner().start();

        assertThat(reached(second, LINKS, 0, 8)).isTrue();
        assertThat(second.store().counter(notes.count("a"))).isEqualTo(2);
    }

    @Test
    void aMissingPartitionIsAnsweredAtOnce() {
        Running running = fixture.start(folder, notes);
        caughtUp(running);
        ProjectionRunner runner = running.runner();

        assertThat(runner.awaitCommand(LINKS, 2, 0, PATIENCE)).isCompletedWithValue(false);
        assertThat(runner.awaitCommand(LINKS, -1, 0, PATIENCE)).isCompletedWithValue(false);
        assertThat(runner.awaitCommand(KEYS, 0, 0, PATIENCE)).isCompletedWithValue(false);
        assertThat(runner.waiting()).isZero();
    }

    @Test
    void aPoisonRecordIsSkippedByTheViewThatCannotTakeItAndByNoOther() throws Exception {
        NotesView other =
                new NotesView(2, LINKS) {
                    @Override
                    public void apply(
                            ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
                        batch.add(count("seen"), 1);
                    }
                };
        Running running = fixture.start(folder, notes, other);
        log.append(LINKS, 0, "a", "one", 1);
        log.append(LINKS, 0, "a", NotesView.POISON, 2);
        log.append(LINKS, 0, "a", "three", 3);

        assertThat(reached(running, LINKS, 0, 3)).isTrue();

        assertThat(running.store().counter(notes.count("a"))).isEqualTo(2);
        assertThat(running.store().get(notes.place(LINKS.name(), 0, 1))).isNull();
        assertThat(running.store().counter(other.count("seen"))).isEqualTo(3);
        assertThat(running.runner().poisoned()).isEqualTo(1);
        assertThat(running.runner().failures()).isZero();
        assertThat(running.runner().healthy()).isTrue();
    }

    static Stream<Throwable> thrownByOneRecord() {
        return Stream.of(
                new IllegalStateException("odd"),
                new ClassCastException("odd"),
                new StackOverflowError(),
                new AssertionError("odd"));
    }

    @ParameterizedTest
    @MethodSource("thrownByOneRecord")
    void oneOfAHundredRecordsIsPassedOverAloneWhateverItThrows(Throwable thrown) throws Exception {
        Running running = fixture.start(folder, new Throwing(thrown));
        caughtUp(running);

        for (int i = 0; i < 100; i++) {
            log.append(LINKS, 0, "a", i == 40 ? "apply" : i == 60 ? "after" : "fine", i);
        }

        assertThat(reached(running, LINKS, 0, 99)).isTrue();
        assertThat(running.store().counter(Throwing.COUNT)).isEqualTo(99);
        assertThat(running.store().get(Throwing.PASSED)).isEqualTo("apply".getBytes(UTF_8));
        assertThat(running.runner().poisoned()).isEqualTo(2);
        assertThat(running.runner().failures()).isZero();
        assertThat(running.runner().dead()).isNotDone();
        assertThat(letters())
                .containsExactly(
                        "view-test/" + LINKS.name() + "/0/40",
                        "view-test/" + LINKS.name() + "/0/60");
    }

    private List<String> letters() {
        return log.letters.history().stream()
                .map(letter -> new String(letter.key(), UTF_8))
                .toList();
    }

    @Test
    void aStoreThatIsFilledAgainLeavesNoSecondLetter() throws Exception {
        Running running = fixture.start(folder, notes);
        caughtUp(running);
        log.append(LINKS, 0, "a", NotesView.POISON, 1);
        assertThat(reached(running, LINKS, 0, 1)).isTrue();
        TopicPartition partition = new TopicPartition(LINKS.name(), 0);

        log.failNextPoll(new LogTruncationException(Map.of(partition, 2L), Map.of()));
        await().atMost(PATIENCE).until(() -> running.runner().poisoned() == 2);

        assertThat(letters()).containsExactly("view-test/" + LINKS.name() + "/0/0");
    }

    /** Throws on one record, and after the write of another one. */
    private record Throwing(Throwable thrown) implements Projection {

        static final byte[] COUNT = ProjectionKey.table(3).octet(1).bytes();
        static final byte[] PASSED = ProjectionKey.table(3).octet(2).bytes();

        @Override
        public String layout() {
            return "throwing";
        }

        @Override
        public Set<Topic> topics() {
            return Set.of(LINKS);
        }

        @Override
        public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
            String value = new String(record.value(), UTF_8);
            batch.add(COUNT, 1);
            if (value.equals("apply")) {
                Throwing.<RuntimeException>sneak(thrown);
            }
            batch.afterWrite(() -> {
                if (value.equals("after")) {
                    Throwing.<RuntimeException>sneak(thrown);
                }
            });
        }

        @Override
        public void passOver(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
            batch.put(PASSED, record.value());
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> void sneak(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    @Test
    void aBrokenCommandHeaderIsCountedAndTheRecordApplied() throws Exception {
        RecordHeaders broken = new RecordHeaders();
        broken.add("pr_command_offset", new byte[] {1, 2});
        Running running = fixture.start(folder, notes);
        log.append(LINKS, 0, "a", "one", broken);
        log.append(LINKS, 0, "a", "two", 2);

        assertThat(reached(running, LINKS, 0, 2)).isTrue();
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(2);
        assertThat(running.runner().poisoned()).isEqualTo(1);
    }

    @Test
    void anActionAfterTheWriteSeesTheWriteAndRunsBeforeTheWaiter() throws Exception {
        CompletableFuture<byte[]> seen = new CompletableFuture<>();
        CompletableFuture<ProjectionStore> store = new CompletableFuture<>();
        Projection caching =
                new Projection() {
                    @Override
                    public String layout() {
                        return "view-2";
                    }

                    @Override
                    public Set<Topic> topics() {
                        return Set.of(LINKS);
                    }

                    @Override
                    public void apply(
                            ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
                        byte[] key = ProjectionKey.table(9).bytes();
                        batch.put(key, record.value());
                        batch.afterWrite(() -> seen.complete(store.resultNow().get(key)));
                        batch.afterWrite(() -> {
                            throw new IllegalStateException("no harm done");
                        });
                    }
                };
        Running running = fixture.make(folder, caching);
        store.complete(running.store());
        running.runner().start();
        log.append(LINKS, 0, "a", "one", 1);

        assertThat(reached(running, LINKS, 0, 1)).isTrue();
        assertThat(seen.resultNow()).isEqualTo("one".getBytes(UTF_8));
        assertThat(running.runner().failures()).isZero();
    }

    @Test
    void anOutageChangesNothingButTheFreshness() throws Exception {
        Running running = fixture.start(folder, notes);
        caughtUp(running);
        log.setDown(true);
        log.append(LINKS, 0, "a", "one", 1);

        await().atMost(PATIENCE)
                .until(() ->
                        running.runner().staleness(LINKS).compareTo(Duration.ofMillis(300)) > 0);
        assertThat(running.runner().healthy()).isTrue();
        assertThat(
                        running.runner()
                                .awaitCommand(LINKS, 0, 1, Duration.ofMillis(10))
                                .get(60, TimeUnit.SECONDS))
                .isFalse();

        log.setDown(false);
        assertThat(reached(running, LINKS, 0, 1)).isTrue();
        await().atMost(PATIENCE)
                .until(() ->
                        running.runner().staleness(LINKS).compareTo(Duration.ofMillis(300)) < 0);
        assertThat(log.consumersOpened()).isEqualTo(1);
    }

    @Test
    void closingStopsTheThreadAndCompletesWaiters() throws Exception {
        Running running = fixture.start(folder, notes);
        caughtUp(running);
        CompletableFuture<Boolean> waiting = running.runner().awaitCommand(LINKS, 0, 100, PATIENCE);

        running.runner().close();

        assertThat(waiting.get(60, TimeUnit.SECONDS)).isFalse();
        assertThat(running.runner().state()).isEqualTo(ProjectionRunner.State.STOPPED);
        assertThat(running.runner().healthy()).isFalse();
    }

    @Test
    void viewsOfSeveralTopicsGetTheirOwnRecordsOnly() throws Exception {
        NotesView both = new NotesView(2, LINKS, KEYS);
        Running running = fixture.start(folder, notes, both);
        log.append(LINKS, 0, "a", "link", 1);
        log.append(KEYS, 1, "a", "key", 1);

        assertThat(reached(running, LINKS, 0, 1)).isTrue();
        assertThat(reached(running, Context.KEYS.events(), 1, 1)).isTrue();
        assertThat(running.store().counter(notes.count("a"))).isEqualTo(1);
        assertThat(running.store().counter(both.count("a"))).isEqualTo(2);
    }
}
