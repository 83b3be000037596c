package io.postrider.projections.webhooks;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewKey;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps each workspace's endpoints, newest first and by id; of a deleted one no more than that it was. */
final class WebhookView implements View {

    private static final int NEWEST_FIRST = 0x12;
    private static final int BY_ID = 0x13;
    private static final int DELETED = 0x14;
    private static final byte[] NOTHING = {};

    private final EventCodec codec;

    WebhookView(SchemaIds ids) {
        this.codec = EventCodec.of(Context.WEBHOOKS, ids);
    }

    static byte[] newestFirst(String workspace) {
        return ViewKey.table(NEWEST_FIRST).id(workspace).bytes();
    }

    static byte[] byId(String workspace, String id) {
        return ViewKey.table(BY_ID).id(workspace).id(id).bytes();
    }

    static byte[] deleted(String workspace, String id) {
        return ViewKey.table(DELETED).id(workspace).id(id).bytes();
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.WEBHOOKS.events());
    }

    /** The second: it remembers what was deleted. */
    @Override
    public String layout() {
        return "webhooks-2";
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        if (!(codec.decode(record.value()).payload() instanceof WebhookEvent event)) {
            return;
        }
        WebhookEndpoint endpoint = event.endpoint();
        byte[] place =
                ViewKey.table(NEWEST_FIRST)
                        .id(endpoint.workspace())
                        .timeDescending(endpoint.createdAt())
                        .id(endpoint.id())
                        .bytes();
        byte[] id = byId(endpoint.workspace(), endpoint.id());
        if (event instanceof WebhookDeleted) {
            batch.delete(place);
            batch.delete(id);
            batch.put(deleted(endpoint.workspace(), endpoint.id()), NOTHING);
        } else {
            batch.put(place, record.value());
            batch.put(id, record.value());
        }
    }
}
