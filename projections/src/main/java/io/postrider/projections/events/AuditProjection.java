package io.postrider.projections.events;

import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.RetainedRows;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The audit log of each workspace: changes by callers, without reads, and audit entries that are not events. */
final class AuditProjection implements Projection {

    private static final int NEWEST_FIRST = 0x23;
    private static final int ENDS_OF_NOTES = 0x25;

    private final TopicEventCodec events;
    private final ValueCodec<AuditRecord> notes;
    private final RetainedRows retained;

    /** @param kept retention of audit records; changes by callers are kept as long as their events */
    AuditProjection(ProjectionStore store, SchemaIds ids, Duration kept, InstantSource clock) {
        this.events = new TopicEventCodec(ids);
        this.notes = ValueCodec.auditNotes(ids);
        this.retained = new RetainedRows(store, ENDS_OF_NOTES, kept, clock);
    }

    static byte[] newestFirst(String workspace) {
        return ProjectionKey.table(NEWEST_FIRST).id(workspace).bytes();
    }

    /** Whether a stored entry is not an event. */
    static boolean isNote(byte[] stored) {
        return TopicEventCodec.topic(stored).equals(Topics.AUDIT.name());
    }

    AuditRecord note(byte[] stored) {
        return notes.decode(TopicEventCodec.value(stored));
    }

    EventRecord event(byte[] stored) {
        return events.decode(stored);
    }

    @Override
    public String layout() {
        return "audit-1";
    }

    @Override
    public Set<Topic> topics() {
        Set<Topic> topics = new LinkedHashSet<>();
        for (Context context : Context.ofWorkspaces()) {
            topics.add(context.events());
        }
        topics.add(Topics.AUDIT);
        return topics;
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (record.topic().equals(Topics.AUDIT.name())) {
            add(notes.decode(record.value()), record, batch);
            return;
        }
        events.read(record)
                .filter(AuditProjection::isDeed)
                .map(EventRecord::header)
                .ifPresent(header ->
                        put(header.workspace(), header.time(), header.id(), record, batch));
    }

    private static boolean isDeed(EventRecord event) {
        return event.header().actor() != null && event.payload() != null;
    }

    private void add(
            AuditRecord note, ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (retained.keeps(record)) {
            byte[] row = put(note.workspace(), note.time(), note.id(), record, batch);
            retained.add(record, batch, row);
        }
    }

    private static byte[] put(
            String workspace,
            Instant at,
            String id,
            ConsumerRecord<byte[], byte[]> record,
            ProjectionBatch batch) {
        byte[] key =
                ProjectionKey.table(NEWEST_FIRST).id(workspace).timeDescending(at).id(id).bytes();
        batch.put(key, TopicEventCodec.bytes(record));
        return key;
    }
}
