package io.postrider.projections.lists;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.messages.Direction;
import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageEvent.MessageAccepted;
import io.postrider.domain.messages.MessageEvent.MessageDelivered;
import io.postrider.domain.messages.MessageStatus;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.TestStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldMessagesTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final EventCodec CODEC = EventCodec.of(Context.MESSAGES, IDS);

    @TempDir Path folder;
    private Instant now = START;
    private final ListProjection view =
            new ListProjection(Context.MESSAGES, IDS, Duration.ofDays(30), () -> now);
    private TestStore store;
    private long offset;

    @BeforeEach
    void open() {
        store = TestStore.open(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void messagesLeaveAfterThirtyDaysInEachWorkspace() {
        for (int workspace = 1; workspace <= 3; workspace++) {
            apply(message(workspace, 1, START, MessageStatus.DELIVERED, null));
            apply(message(workspace, 2, START.plusSeconds(1), MessageStatus.DELIVERED, null));
        }
        now = START.plus(Duration.ofDays(30));
        sweep();
        assertThat(rows()).hasSize(6);

        now = now.plusSeconds(1);
        sweep();
        assertThat(rows()).hasSize(3).allMatch(row -> row.endsWith("2"));
        assertThat(entries(2)).isEqualTo(3);

        now = now.plusSeconds(1);
        sweep();
        assertThat(rows()).isEmpty();
        assertThat(entries(2) + entries(3)).isZero();
    }

    @Test
    void aMessageThatWaitsStaysAndOneThatWaitedLeavesThirtyDaysAfterItsTime() {
        Instant scheduled = START.plus(Duration.ofDays(40));
        apply(message(1, 1, START, MessageStatus.ACCEPTED, null));
        apply(message(1, 2, START, MessageStatus.DELIVERED, scheduled));
        now = scheduled;
        sweep();
        assertThat(rows()).hasSize(2);

        now = scheduled.plus(Duration.ofDays(31));
        sweep();
        assertThat(rows()).hasSize(1).allMatch(row -> row.endsWith("1"));
    }

    @Test
    void aLateReceiptBringsNoMessageBack() {
        apply(message(1, 1, START, MessageStatus.ACCEPTED, null));
        now = START.plus(Duration.ofDays(31));
        apply(message(1, 1, START, MessageStatus.DELIVERED, null));

        assertThat(rows()).isEmpty();
        assertThat(entries(2) + entries(3)).isZero();
    }

    private void sweep() {
        ProjectionBatch batch = store.store().newBatch();
        boolean _ =
                store.store()
                        .read(snapshot -> {
                            view.sweep(snapshot, batch);
                            return true;
                        });
        store.write(batch);
    }

    private void apply(Message message) {
        boolean waits = message.status() == MessageStatus.ACCEPTED;
        EventRecord event =
                new EventRecord(
                        new EventHeader(
                                Id.of(IdKind.EVT, new UUID(9, offset)),
                                waits ? "message.accepted" : "message.delivered",
                                START,
                                message.workspace(),
                                message.id(),
                                offset,
                                null,
                                null,
                                null),
                        waits ? new MessageAccepted(message) : new MessageDelivered(message));
        ProjectionBatch batch = store.store().newBatch();
        view.apply(
                new ConsumerRecord<>(
                        Context.MESSAGES.events().name(),
                        0,
                        offset++,
                        message.id().getBytes(StandardCharsets.US_ASCII),
                        CODEC.encode(event)),
                batch);
        store.write(batch);
    }

    /** The ids of the messages in the list. */
    private List<String> rows() {
        return scan(1).stream()
                .map(ProjectionPage.Entry::value)
                .map(CODEC::decode)
                .map(event -> event.header().aggregate())
                .toList();
    }

    private int entries(int table) {
        return scan(table).size();
    }

    private List<ProjectionPage.Entry> scan(int table) {
        return store.store().scan(new byte[] {(byte) table}, null, 100).entries();
    }

    private static Message message(
            int workspace, int n, Instant at, MessageStatus status, @Nullable Instant scheduled) {
        return new Message(
                Id.of(IdKind.MSG, new UUID(workspace, n)),
                Id.of(IdKind.WS, new UUID(1, workspace)),
                Id.of(IdKind.INST, new UUID(2, 1)),
                Direction.OUTBOUND,
                "text",
                Id.of(IdKind.CTC, new UUID(3, 1)),
                "sealed",
                status,
                null,
                List.of(),
                null,
                scheduled,
                null,
                Map.of(),
                at,
                at);
    }
}
