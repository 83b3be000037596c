package io.postrider.dispatch.endpoints;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewPage;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** All endpoints in memory, as the webhook events have them; the store brings them back after a start. */
public final class EndpointTable implements View, Endpoints {

    private static final byte TABLE = 0x60;

    private final EventCodec codec;
    private final Map<String, WebhookEndpoint> byId = new ConcurrentHashMap<>();
    private final Map<String, Map<String, WebhookEndpoint>> byWorkspace = new ConcurrentHashMap<>();

    public EndpointTable(SchemaIds ids) {
        this.codec = EventCodec.of(Context.WEBHOOKS, ids);
    }

    /** Brings what the store has into memory, before the log is read on. */
    public void load(ViewStore store) {
        byte[] after = null;
        ViewPage page;
        do {
            page = store.scan(new byte[] {TABLE}, after, ViewStore.LARGEST_PAGE);
            for (ViewPage.Entry entry : page.entries()) {
                if (codec.decode(entry.value()).payload() instanceof WebhookEvent event) {
                    keep(event);
                }
                after = entry.key();
            }
        } while (page.hasMore());
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.WEBHOOKS.events());
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        if (!(codec.decode(record.value()).payload() instanceof WebhookEvent event)) {
            return;
        }
        if (event instanceof WebhookDeleted) {
            batch.delete(key(event.endpoint().id()));
        } else {
            batch.put(key(event.endpoint().id()), record.value());
        }
        batch.afterWrite(() -> keep(event));
    }

    @Override
    public Optional<WebhookEndpoint> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public List<WebhookEndpoint> ofWorkspace(String workspace) {
        Map<String, WebhookEndpoint> found = byWorkspace.get(workspace);
        return found == null ? List.of() : new ArrayList<>(found.values());
    }

    private void keep(WebhookEvent event) {
        WebhookEndpoint endpoint = event.endpoint();
        boolean deleted = event instanceof WebhookDeleted;
        if (deleted) {
            byId.remove(endpoint.id());
        } else {
            byId.put(endpoint.id(), endpoint);
        }
        byWorkspace.compute(
                endpoint.workspace(),
                (_, before) -> {
                    Map<String, WebhookEndpoint> now =
                            before == null ? new HashMap<>() : new HashMap<>(before);
                    if (deleted) {
                        now.remove(endpoint.id());
                    } else {
                        now.put(endpoint.id(), endpoint);
                    }
                    return now;
                });
    }

    private static byte[] key(String id) {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + text.length).put(TABLE).put(text).array();
    }
}
