package io.postrider.identity.lastseen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.TestApi;
import io.postrider.identity.lastseen.LastSeenTracker.LastUse;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.views.Commits;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node remembers of whom it saw, tells the others, and hears from them. */
class LastSeenTrackerTest {

    private static final ValueCodec<LastSeen> CODEC =
            ValueCodec.lastSeen(LockedSchemaIds.shipped());
    private static final String KEY = "key_01kb3q8z2bf6srz0c9y1w5d3tq";
    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final String OTHER_HASH = "f".repeat(64);
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:07.123Z");
    private static final Instant MINUTE = Instant.parse("2026-11-22T10:00:00Z");

    private static final LastSeenLog NONE = each -> {};

    /** More secrets of a key than one write takes out of the log. */
    private static final int MANY = 10_100;

    private static final KeyLastUse USE =
            new KeyLastUse("203.0.113.9", "curl/8.5", "GET /api/v1/links");

    @TempDir private Path folder;
    @AutoClose private final TestApi api = new TestApi();
    private final SecretBox box = new SecretBox(api.dataKeys());
    private final FakeLifetimes lifetimes = new FakeLifetimes(NOW.minusSeconds(60));
    private final LastSeenTracker here = new LastSeenTracker(box, lifetimes, key -> key);
    private final LastSeenTracker there = new LastSeenTracker(box, lifetimes, key -> key);

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final LastSeenPublisher log =
            new LastSeenPublisher(producer, here, NONE, LockedSchemaIds.shipped());

    private void used(String hash, Instant at, KeyLastUse use) {
        here.key(TestApi.WORKSPACE, KEY, hash, at, () -> use);
    }

    private static Optional<LastUse> lastUse(LastSeenTracker lastSeen) {
        return lastSeen.lastUse(TestApi.WORKSPACE, KEY, HASH);
    }

    private void hears(LastSeenTracker listener) {
        producer.history().forEach(record -> listener.apply(CODEC.decode(record.value())));
    }

    @Test
    void aUseIsKnownHereAtOnceAndThereWhenItIsWritten() {
        used(HASH, NOW, USE);
        assertThat(lastUse(here)).hasValue(new LastUse(MINUTE, Optional.of(USE)));
        assertThat(lastUse(there)).isEmpty();

        log.write();
        hears(there);

        assertThat(lastUse(there)).hasValue(new LastUse(MINUTE, Optional.of(USE)));
        assertThat(there.lastUse(TestApi.WORKSPACE, KEY, OTHER_HASH)).isEmpty();
    }

    @Test
    @Verifies("key-last-use")
    void aUseIsLookedAtAndWrittenOnceAMinute() {
        AtomicInteger looked = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            here.key(
                    TestApi.WORKSPACE,
                    KEY,
                    HASH,
                    NOW.plusSeconds(i),
                    () -> {
                        looked.incrementAndGet();
                        return USE;
                    });
            log.write();
            while (producer.completeNext()) {
                // All that was sent is in the log.
            }
        }
        assertThat(looked).hasValue(1);
        assertThat(producer.history()).hasSize(1);

        used(HASH, NOW.plusSeconds(60), USE);
        log.write();
        assertThat(producer.history()).hasSize(2);
    }

    @Test
    void failedWritesAreRepeated() {
        used(HASH, NOW, USE);
        log.write();
        producer.errorNext(new TimeoutException("planted"));
        assertThat(lastUse(here)).isPresent();

        log.write();
        producer.completeNext();
        log.write();

        assertThat(producer.history()).hasSize(2);
        assertThat(lastUse(here)).hasValue(new LastUse(MINUTE, Optional.of(USE)));
    }

    @Test
    @Verifies("last-use-sealed")
    void nothingOfAPersonIsInTheLog() {
        used(HASH, NOW, USE);
        log.write();

        String written =
                new String(producer.history().getFirst().key(), StandardCharsets.ISO_8859_1)
                        + new String(
                                producer.history().getFirst().value(), StandardCharsets.ISO_8859_1);
        assertThat(written)
                .contains(KEY)
                .doesNotContain(USE.ip(), USE.userAgent(), USE.operation(), HASH);
        assertThat(USE.toString()).doesNotContain(USE.ip(), USE.userAgent());
    }

    @Test
    @Verifies("last-use-sealed")
    void withoutItsDataKeyAUseIsATimeAlone() {
        used(HASH, NOW, USE);
        log.write();
        hears(there);
        api.dataKeys().remove(TestApi.WORKSPACE, 0);

        assertThat(lastUse(there)).hasValue(new LastUse(MINUTE, Optional.empty()));
        used(OTHER_HASH, NOW, USE);
        log.write();
        assertThat(CODEC.decode(producer.history().getLast().value()).sealed()).isNull();
    }

    @Test
    void theNewestTimeCountsInAnyOrder() {
        here.session("s", NOW);
        here.session("s", NOW.minusSeconds(5));
        assertThat(here.lastActive("s")).hasValue(NOW);

        RemoteNode.session(here, "s", NOW.plusSeconds(9));
        RemoteNode.session(here, "s", NOW.plusSeconds(3));

        assertThat(here.lastActive("s")).hasValue(NOW.plusSeconds(9));
        assertThat(here.lastActive("other")).isEmpty();
    }

    @Test
    void endedSubjectsLeaveTheLogAndMemory() {
        RemoteNode.session(here, "old", NOW.minusSeconds(61));
        RemoteNode.session(here, "new", NOW);

        log.sweep();
        while (producer.completeNext()) {
            // All that was sent is in the log.
        }

        assertThat(producer.history())
                .singleElement()
                .satisfies(record -> {
                    assertThat(new String(record.key(), StandardCharsets.UTF_8))
                            .isEqualTo("session/old");
                    assertThat(record.value()).isNull();
                });
        assertThat(here.lastActive("old")).isEmpty();
        assertThat(here.lastActive("new")).isPresent();
    }

    @Test
    void theNewestTimesAreWrittenAtTheEnd() {
        used(HASH, NOW, USE);

        log.close();

        assertThat(producer.history()).hasSize(1);
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void stateSurvivesARestart() {
        try (ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
                ProjectionStore store = ProjectionStore.open(folder, memory, 50)) {
            LastSeenProjection view = new LastSeenProjection(there, 1, LockedSchemaIds.shipped());
            commit(store, view, "session/a", new LastSeen("session/a", NOW, null));
            commit(store, view, "session/b", new LastSeen("session/b", NOW, null));
            commit(store, view, "session/b", new LastSeen("session/b", MINUTE, null));
            commit(store, view, "session/a", null);
            assertThat(there.lastActive("a")).isEmpty();
            assertThat(there.lastActive("b")).hasValue(NOW);
            LastSeenTracker again = new LastSeenTracker(box, lifetimes, key -> key);

            new LastSeenProjection(again, 1, LockedSchemaIds.shipped()).restore(store);

            assertThat(again.lastActive("a")).isEmpty();
            assertThat(again.lastActive("b")).hasValue(NOW);
        }
    }

    @Test
    void recordsWithoutMemoryLeaveTheLogToo() {
        try (ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
                ProjectionStore store = ProjectionStore.open(folder, memory, 50)) {
            LastSeenProjection view = new LastSeenProjection(here, 1, LockedSchemaIds.shipped());
            LastSeenPublisher swept =
                    new LastSeenPublisher(
                            producer, here, view.in(store), LockedSchemaIds.shipped());
            for (int i = 0; i < MANY; i++) {
                String subject = LastSeenTracker.ofKey(KEY, RemoteNode.hash(i));
                commit(store, view, subject, new LastSeen(subject, NOW.minusSeconds(61), "sealed"));
            }

            swept.write();
            forgotten().forEach(subject -> commit(store, view, subject, null));
            producer.clear();
            swept.sweep();
            swept.sweepStored();
            forgotten().forEach(subject -> commit(store, view, subject, null));

            AtomicInteger left = new AtomicInteger();
            view.in(store).each(_ -> left.incrementAndGet());
            assertThat(left).hasValue(0);
        }
    }

    @Test
    void storedRecordsAreSweptPeriodically() {
        AtomicInteger looked = new AtomicInteger();
        try (LastSeenPublisher swept =
                new LastSeenPublisher(
                        producer, here, _ -> looked.incrementAndGet(), LockedSchemaIds.shipped())) {
            swept.repeat(Duration.ofMillis(1));

            await().until(() -> looked.get() > 1);
        }
    }

    private List<String> forgotten() {
        return producer.history().stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void recordsOfKeysAndUsersStayInTheLog() {
        lifetimes.held.add("session/held");
        LastSeenLog stored =
                each -> each.accept(new LastSeen("session/held", NOW.minusSeconds(9), null));
        LastSeenPublisher swept =
                new LastSeenPublisher(producer, here, stored, LockedSchemaIds.shipped());

        swept.sweepStored();

        assertThat(producer.history()).isEmpty();
    }

    private static void commit(
            ProjectionStore store,
            LastSeenProjection view,
            String subject,
            @Nullable LastSeen value) {
        ProjectionBatch batch = store.newBatch();
        view.apply(
                new ConsumerRecord<>(
                        Topics.LAST_SEEN.name(),
                        0,
                        0,
                        subject.getBytes(StandardCharsets.UTF_8),
                        value == null ? null : CODEC.encode(value)),
                batch);
        Commits.commit(store, batch);
    }

    @Test
    void aDeadPublisherIsReported() {
        AtomicBoolean broken = new AtomicBoolean(true);
        MockProducer<byte[], byte[]> breaking =
                new MockProducer<>(
                        true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public synchronized Future<RecordMetadata> send(
                            ProducerRecord<byte[], byte[]> record, Callback callback) {
                        if (broken.get()) {
                            throw new NoClassDefFoundError("a.B");
                        }
                        return super.send(record, callback);
                    }
                };
        used(HASH, NOW, USE);
        try (LastSeenPublisher failing =
                new LastSeenPublisher(breaking, here, NONE, LockedSchemaIds.shipped())) {
            failing.repeat(Duration.ofMillis(1));

            await().until(() -> failing.dead().isDone());
            broken.set(false);
        }
    }
}
