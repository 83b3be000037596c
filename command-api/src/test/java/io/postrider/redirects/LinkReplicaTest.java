package io.postrider.redirects;

import static io.postrider.redirects.SampleLink.DOMAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.views.Commits;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkReplicaTest {

    private static final EventCodec CODEC = EventCodec.of(Context.LINKS, LockedSchemaIds.shipped());
    private static final SampleLink OLD = SampleLink.of("a", "https://old.example/");
    private static final SampleLink NEW = OLD.to("https://new.example/");

    @TempDir private Path folder;
    private ProjectionMemory memory;
    private ProjectionStore store;
    private LinkReplica table;

    @BeforeEach
    void open() {
        memory = new ProjectionMemory(8 << 20, 2 << 20);
        store = ProjectionStore.open(folder, memory, 50);
        table = new LinkReplica(store, LockedSchemaIds.shipped());
    }

    @AfterEach
    void close() {
        store.close();
        memory.close();
    }

    private void restart() {
        close();
        open();
    }

    private void commit(EventRecord... events) {
        ProjectionBatch batch = store.newBatch();
        for (EventRecord event : events) {
            table.apply(record(event), batch);
        }
        Commits.commit(store, batch);
    }

    private static ConsumerRecord<byte[], byte[]> record(EventRecord event) {
        byte[] key = event.header().aggregate().getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>("t", 0, 0, key, CODEC.encode(event));
    }

    private String target(String slug) {
        return table.byKey(DOMAIN, slug).map(entry -> entry.link().url()).orElse("none");
    }

    @Test
    void aCommittedLinkIsFoundByItsKeyAndItsId() {
        commit(OLD.created());
        LinkEntry expected = new LinkEntry(OLD.link(), 1, false);
        assertThat(table.byKey(DOMAIN, "a")).contains(expected);
        assertThat(table.byId("lnk_a")).contains(expected);
        assertThat(table.byKey("other.example", "a")).isEmpty();
        assertThat(table.byId("lnk_b")).isEmpty();
    }

    @Test
    void aCommittedLinkOutlivesTheProcess() {
        commit(OLD.created(), NEW.updated(2));
        restart();
        assertThat(target("a")).isEqualTo("https://new.example/");
        assertThat(table.byId("lnk_a")).isPresent();
    }

    @Test
    void anAnswerHoldsBeforeItsRecordArrives() {
        table.apply(OLD.created());
        assertThat(target("a")).isEqualTo("https://old.example/");
        assertThat(table.byId("lnk_a")).isPresent();
        table.apply(NEW.updated(2));
        assertThat(target("a")).isEqualTo("https://new.example/");
        table.apply(NEW.deleted(3));
        assertThat(table.byKey(DOMAIN, "a")).contains(new LinkEntry(NEW.link(), 3, true));
    }

    @Test
    void anOlderAnswerChangesNothing() {
        table.apply(NEW.updated(2));
        table.apply(OLD.created());
        assertThat(target("a")).isEqualTo("https://new.example/");
    }

    @Test
    void anOlderRecordDoesNotHideAnAnswer() {
        table.apply(OLD.created());
        table.apply(NEW.updated(2));
        assertThat(target("a")).isEqualTo("https://new.example/");
        commit(OLD.created());
        assertThat(target("a")).isEqualTo("https://new.example/");
        commit(NEW.updated(2));
        assertThat(target("a")).isEqualTo("https://new.example/");
    }

    @Test
    void anAnswerThatComesAfterItsRecordLeavesNothingBehind() {
        commit(OLD.created(), NEW.updated(2));
        table.apply(OLD.created());
        assertThat(target("a")).isEqualTo("https://new.example/");
        assertThat(table.uncommitted()).isZero();
    }

    @Test
    void committedClicksDoNotWait() {
        table.apply(OLD.created());
        table.apply(NEW.updated(2));
        assertThat(table.uncommitted()).isOne();
        commit(OLD.created());
        assertThat(table.uncommitted()).isOne();
        commit(NEW.updated(2));
        assertThat(table.uncommitted()).isZero();
    }

    @Test
    void aRecordShowsOnceItsBatchIsWritten() {
        commit(OLD.created());
        assertThat(target("a")).isEqualTo("https://old.example/");
        ProjectionBatch batch = store.newBatch();
        table.apply(record(NEW.updated(2)), batch);
        assertThat(target("a")).isEqualTo("https://old.example/");
        Commits.commit(store, batch);
        assertThat(target("a")).isEqualTo("https://new.example/");
    }

    @Test
    void eventsThatAreNotAboutALinksStateAreIgnored() {
        commit(OLD.created());
        EventRecord listed =
                new EventRecord(
                        new EventHeader(
                                "evt_1",
                                "link.of_a_later_version",
                                SampleLink.NOW,
                                SampleLink.WORKSPACE,
                                OLD.link().key(),
                                9,
                                null,
                                null,
                                null),
                        null);
        table.apply(listed);
        commit(listed);
        assertThat(table.byKey(DOMAIN, "a")).contains(new LinkEntry(OLD.link(), 1, false));
    }

    @Test
    void linksAreFoundThatMemoryHasNoRoomFor() {
        table = new LinkReplica(store, LockedSchemaIds.shipped(), 5_000);
        for (int i = 0; i < 200; i++) {
            commit(SampleLink.of("s" + i, "https://t.example/" + i).created());
        }
        for (int i = 0; i < 200; i++) {
            assertThat(target("s" + i)).isEqualTo("https://t.example/" + i);
        }
    }

    @Test
    void aReaderNeverSeesALinkGoBackInTime() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        table = new LinkReplica(store, LockedSchemaIds.shipped(), 2_000);
        try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
            Future<Boolean> inOrder = reader.submit(() -> versionsNeverFall(done));
            for (int version = 1; version <= 1_000; version++) {
                EventRecord event = OLD.to("https://t.example/" + version).updated(version);
                if (version % 3 == 0) {
                    table.apply(event);
                }
                commit(event, SampleLink.of("b" + version, "https://b.example/").created());
                if (version % 3 == 1) {
                    table.apply(event);
                }
                table.byKey(DOMAIN, "b" + version);
            }
            done.countDown();
            assertThat(inOrder.get(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(target("a")).isEqualTo("https://t.example/1000");
        assertThat(table.uncommitted()).isZero();
    }

    private boolean versionsNeverFall(CountDownLatch done) {
        long last = 0;
        while (done.getCount() > 0) {
            long seen = table.byKey(DOMAIN, "a").map(LinkEntry::version).orElse(0L);
            if (seen < last) {
                return false;
            }
            last = seen;
        }
        return true;
    }
}
