package io.postrider.projections.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
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
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Keeps deliveries, newest first for a workspace and for each endpoint, every attempt of each, and whether their endpoints
 * take them.
 */
final class DeliveryProjection implements Projection {

    private static final int NEWEST_FIRST = 0x30;
    private static final int OF_ENDPOINT = 0x31;
    private static final int BY_ID = 0x32;
    private static final int LAST_ATTEMPT = 0x33;
    private static final int ATTEMPTS = 0x34;
    private static final int RECEIVERS = 0x35;

    private final EventCodec events;
    private final ValueCodec<Delivery> deliveries;
    private final ValueCodec<Attempt> attempts;

    DeliveryProjection(SchemaIds ids) {
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

    @Override
    public Set<Topic> topics() {
        return Set.of(Topics.DELIVERIES, Topics.ATTEMPTS, Context.WEBHOOKS.events());
    }

    @Override
    public String layout() {
        return "deliveries-2";
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (record.topic().equals(Topics.DELIVERIES.name())) {
            queued(deliveries.decode(record.value()), batch);
        } else if (record.topic().equals(Context.WEBHOOKS.events().name())) {
            changed(events.decode(record.value()), batch);
        } else {
            attempted(attempts.decode(record.value()), record.value(), batch);
        }
    }

    private void queued(Delivery delivery, ProjectionBatch batch) {
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
        byte[] kept = deliveries.encode(withoutBody(delivery, since));
        keys(delivery, since).forEach(key -> batch.put(key, kept));
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
        }
    }

    private void attempted(Attempt attempt, byte[] bytes, ProjectionBatch batch) {
        batch.put(lastAttempt(attempt.workspace(), attempt.delivery()), bytes);
        batch.put(
                ProjectionKey.table(ATTEMPTS)
                        .id(attempt.workspace())
                        .id(attempt.delivery())
                        .numberDescending(attempt.number())
                        .bytes(),
                bytes);
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
                delivery.runEventType());
    }
}
