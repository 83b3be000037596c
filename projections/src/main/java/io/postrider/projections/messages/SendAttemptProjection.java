package io.postrider.projections.messages;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.Pages;
import io.postrider.projections.reading.RetainedRows;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.node.ObjectNode;

/** Keeps the attempts to send each message as long as their topic does. */
public final class SendAttemptProjection implements Projection {

    private static final int NEWEST_FIRST = 0x36;
    private static final int ENDS = 0x37;

    private final ProjectionStore store;
    private final ValueCodec<Attempt> codec;
    private final RetainedRows retained;

    public SendAttemptProjection(ProjectionStore store, SchemaIds ids, InstantSource clock) {
        this.store = store;
        this.codec = ValueCodec.attempts(Topics.SEND_ATTEMPTS, ids);
        this.retained =
                new RetainedRows(
                        store, ENDS, requireNonNull(Topics.SEND_ATTEMPTS.retention()), clock);
    }

    @Override
    public String layout() {
        return "send-attempts-1";
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.SEND_ATTEMPTS);
    }

    /** The outcome of an attempt takes the place of its start. Calls that are no messages have other names. */
    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        Attempt attempt = codec.decode(record.value());
        if (Id.isA(IdKind.MSG, attempt.delivery()) && retained.keeps(record)) {
            byte[] row =
                    ProjectionKey.table(NEWEST_FIRST)
                            .id(attempt.workspace())
                            .id(attempt.delivery())
                            .numberDescending(attempt.number())
                            .bytes();
            batch.put(row, record.value());
            retained.add(record, batch, row);
        }
    }

    /** The attempts of a message, the newest first; none where the message is not known. */
    public QueryResult answer(Query question) {
        String message = question.parameters().getOrDefault("id", "-");
        return Pages.of(
                store,
                question,
                ProjectionKey.table(NEWEST_FIRST).id(question.workspace()).id(message).bytes(),
                entry -> Optional.of(json(codec.decode(entry.value()))));
    }

    private static ObjectNode json(Attempt attempt) {
        return Json.object()
                .put("number", attempt.number())
                .put("at", Json.time(attempt.at()))
                .put("outcome", outcome(attempt))
                .put("status_code", attempt.statusCode())
                .put("error", attempt.error())
                .put("next_attempt_at", Json.time(attempt.nextAttemptAt()));
    }

    private static String outcome(Attempt attempt) {
        return switch (attempt.outcome()) {
            case Attempt.DELIVERED -> "submitted";
            case Attempt.EXHAUSTED -> "failed";
            case Attempt.UNKNOWN -> "outcome_unknown";
            default -> attempt.outcome();
        };
    }
}
