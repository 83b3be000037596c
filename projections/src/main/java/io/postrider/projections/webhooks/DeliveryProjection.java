package io.postrider.projections.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookCreated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDisabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookEnabled;
import io.postrider.domain.webhooks.WebhookEvent.WebhookFailing;
import io.postrider.domain.webhooks.WebhookEvent.WebhookRecovered;
import io.postrider.domain.webhooks.WebhookEvent.WebhookSecretRotated;
import io.postrider.domain.webhooks.WebhookEvent.WebhookUpdated;
import io.postrider.domain.webhooks.WebhookFailures;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.projections.reading.RetainedRows;
import io.postrider.projections.webhooks.DeliveryJson.Receiver;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Keeps deliveries, newest first for a workspace and for each endpoint, those of each endpoint that have not ended, oldest first,
 * every attempt of each, and whether their endpoints take them. Deliveries and attempts are deleted after the retention of their
 * topics.
 */
final class DeliveryProjection implements Projection {

    private static final int NEWEST_FIRST = 0x30;
    private static final int OF_ENDPOINT = 0x31;
    private static final int BY_ID = 0x32;
    private static final int LAST_ATTEMPT = 0x33;
    private static final int ATTEMPTS = 0x34;
    private static final int RECEIVERS = 0x35;
    private static final int DELIVERY_ENDS = 0x3C;
    private static final int ATTEMPT_ENDS = 0x3D;
    private static final int UNENDED = 0x3E;

    private final EventCodec events;
    private final ValueCodec<Delivery> deliveries;
    private final ValueCodec<Attempt> attempts;
    private final AttemptStatistics statistics;
    private final RetainedRows retainedDeliveries;
    private final RetainedRows retainedAttempts;

    DeliveryProjection(ProjectionStore store, SchemaIds ids, InstantSource clock) {
        this.statistics = new AttemptStatistics(store, clock);
        this.retainedDeliveries =
                new RetainedRows(
                        store, DELIVERY_ENDS, requireNonNull(Topics.DELIVERIES.retention()), clock);
        this.retainedAttempts =
                new RetainedRows(
                        store, ATTEMPT_ENDS, requireNonNull(Topics.ATTEMPTS.retention()), clock);
        this.events = EventCodec.of(Context.WEBHOOKS, ids);
        this.deliveries = ValueCodec.deliveries(ids);
        this.attempts = ValueCodec.attempts(ids);
    }

    static byte[] newestFirst(String workspace) {
        return ProjectionKey.table(NEWEST_FIRST).id(workspace).bytes();
    }

    static byte[] ofEndpoint(String workspace, String endpoint) {
        return ProjectionKey.table(OF_ENDPOINT).id(workspace).id(endpoint).bytes();
    }

    static byte[] byId(String workspace, String delivery) {
        return ProjectionKey.table(BY_ID).id(workspace).id(delivery).bytes();
    }

    static byte[] lastAttempt(String workspace, String delivery) {
        return ProjectionKey.table(LAST_ATTEMPT).id(workspace).id(delivery).bytes();
    }

    static byte[] attempts(String workspace, String delivery) {
        return ProjectionKey.table(ATTEMPTS).id(workspace).id(delivery).bytes();
    }

    /** The key of the {@link Receiver} of an endpoint. */
    static byte[] receiver(String workspace, String endpoint) {
        return ProjectionKey.table(RECEIVERS).id(workspace).id(endpoint).bytes();
    }

    /**
     * The ids of an endpoint's deliveries that have not ended, the oldest first. Without it a consumer that polls would pass by all
     * that it has acknowledged before.
     */
    static byte[] unended(String workspace, String endpoint) {
        return unendedKey(workspace, endpoint).bytes();
    }

    private static ProjectionKey unendedKey(String workspace, String endpoint) {
        return ProjectionKey.table(UNENDED).id(workspace).id(endpoint);
    }

    private static byte[] unended(Delivery delivery) {
        return unendedKey(delivery.workspace(), delivery.endpoint())
                .time(delivery.createdAt())
                .id(delivery.id())
                .bytes();
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.DELIVERIES, Topics.ATTEMPTS, Context.WEBHOOKS.events());
    }

    @Override
    public String layout() {
        return "deliveries-4";
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (record.topic().equals(Topics.DELIVERIES.name())) {
            queued(deliveries.decode(record.value()), record, batch);
        } else if (record.topic().equals(Context.WEBHOOKS.events().name())) {
            changed(events.decode(record.value()), batch);
        } else {
            attempted(attempts.decode(record.value()), record, batch);
        }
    }

    private void queued(
            Delivery delivery, ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (!retainedDeliveries.keeps(record)) {
            return;
        }
        byte[] known = batch.get(byId(delivery.workspace(), delivery.id()));
        Instant since = delivery.createdAt();
        if (known != null) {
            Delivery before = deliveries.decode(known);
            if (before.failure() == null) {
                // An event that was read twice makes the same delivery again, at a later time.
                return;
            }
            since = before.createdAt();
            if (delivery.failure() == null && delivery.body().length == 0) {
                keys(delivery, since).forEach(batch::delete);
                return;
            }
        }
        Delivery shown = withoutBody(delivery, since);
        byte[] kept = deliveries.encode(shown);
        for (byte[] key : keys(delivery, since)) {
            put(key, kept, retainedDeliveries, record, batch);
        }
        // Its end may have been read before it.
        if (delivery.failure() == null
                && !delivery.test()
                && last(shown, batch).filter(DeliveryJson::ends).isEmpty()) {
            byte[] id = delivery.id().getBytes(UTF_8);
            put(unended(shown), id, retainedDeliveries, record, batch);
        }
    }

    private Optional<Attempt> last(Delivery delivery, ProjectionBatch batch) {
        return Optional.ofNullable(batch.get(lastAttempt(delivery.workspace(), delivery.id())))
                .map(attempts::decode);
    }

    private static List<byte[]> keys(Delivery delivery, Instant since) {
        return List.of(
                byId(delivery.workspace(), delivery.id()),
                ProjectionKey.table(NEWEST_FIRST)
                        .id(delivery.workspace())
                        .timeDescending(since)
                        .id(delivery.id())
                        .bytes(),
                ProjectionKey.table(OF_ENDPOINT)
                        .id(delivery.workspace())
                        .id(delivery.endpoint())
                        .timeDescending(since)
                        .id(delivery.id())
                        .bytes());
    }

    private static void changed(EventRecord event, ProjectionBatch batch) {
        if (event.payload() instanceof WebhookEvent change) {
            WebhookEndpoint endpoint = change.endpoint();
            Receiver now = endpoint.enabled() ? Receiver.TAKING : Receiver.DISABLED;
            batch.put(
                    receiver(endpoint.workspace(), endpoint.id()),
                    (change.deletes() ? Receiver.DELETED : now).name().getBytes(UTF_8));
            byte[] status = EndpointStatus.key(endpoint.workspace(), endpoint.id());
            if (change.deletes()) {
                batch.delete(status);
            } else if (changesState(change)) {
                long since = event.header().time().toEpochMilli();
                batch.put(status, EndpointStatus.of(batch, status).since(since).bytes());
            }
        }
    }

    private static boolean changesState(WebhookEvent change) {
        return switch (change) {
            case WebhookCreated _, WebhookEnabled _, WebhookDisabled _, WebhookRecovered _ -> true;
            // The reports that follow on the first one are of the same failure.
            case WebhookFailing(WebhookEndpoint _, WebhookFailures failures) ->
                    failures.progress() == 0;
            case WebhookUpdated _, WebhookSecretRotated _, WebhookDeleted _ -> false;
        };
    }

    private void attempted(
            Attempt attempt, ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        byte[] lastKey = lastAttempt(attempt.workspace(), attempt.delivery());
        Optional<Attempt> before = Optional.ofNullable(batch.get(lastKey)).map(attempts::decode);
        if (DeliveryJson.ends(attempt)) {
            end(attempt, batch);
        }
        if (attempt.outcome().equals(Attempt.ACKNOWLEDGED)) {
            if (before.filter(DeliveryProjection::isDelivered).isEmpty()
                    && retainedAttempts.keeps(record)) {
                int made = before.map(Attempt::number).orElse(0);
                byte[] last = attempts.encode(attempt.numbered(made));
                put(lastKey, last, retainedAttempts, record, batch);
            }
            return;
        }
        byte[] key =
                ProjectionKey.table(ATTEMPTS)
                        .id(attempt.workspace())
                        .id(attempt.delivery())
                        .numberDescending(attempt.number())
                        .bytes();
        // One that two nodes wrote is counted once.
        if (batch.get(key) == null) {
            statistics.count(record, attempt, batch);
            noteStatus(attempt, batch);
        }
        if (retainedAttempts.keeps(record)) {
            // An attempt that was in hand when its delivery was acknowledged ends after it.
            byte[] last =
                    before.filter(each -> each.outcome().equals(Attempt.ACKNOWLEDGED))
                            .map(each -> each.numbered(Math.max(each.number(), attempt.number())))
                            .map(attempts::encode)
                            .orElseGet(record::value);
            put(lastKey, last, retainedAttempts, record, batch);
            put(key, record.value(), retainedAttempts, record, batch);
        }
    }

    /** Puts a row, which is deleted after its retention. */
    private static void put(
            byte[] row,
            byte[] value,
            RetainedRows rows,
            ConsumerRecord<byte[], byte[]> record,
            ProjectionBatch batch) {
        if (batch.get(row) == null) {
            rows.add(record, batch, row);
        }
        batch.put(row, value);
    }

    private static boolean isDelivered(Attempt attempt) {
        return attempt.outcome().equals(Attempt.DELIVERED)
                || attempt.outcome().equals(Attempt.ACKNOWLEDGED);
    }

    private void end(Attempt attempt, ProjectionBatch batch) {
        byte[] known = batch.get(byId(attempt.workspace(), attempt.delivery()));
        if (known != null) {
            batch.delete(unended(deliveries.decode(known)));
        }
    }

    private static void noteStatus(Attempt attempt, ProjectionBatch batch) {
        byte[] status = EndpointStatus.key(attempt.workspace(), attempt.endpoint());
        byte[] receiver = batch.get(receiver(attempt.workspace(), attempt.endpoint()));
        if (receiver == null || !new String(receiver, UTF_8).equals(Receiver.DELETED.name())) {
            batch.put(status, EndpointStatus.of(batch, status).after(attempt).bytes());
        }
    }

    private static Delivery withoutBody(Delivery delivery, Instant since) {
        return new Delivery(
                delivery.id(),
                delivery.workspace(),
                delivery.endpoint(),
                delivery.eventId(),
                delivery.eventType(),
                since,
                new byte[0],
                delivery.test(),
                delivery.failure(),
                Map.of(),
                delivery.runEventType(),
                null,
                null);
    }
}
