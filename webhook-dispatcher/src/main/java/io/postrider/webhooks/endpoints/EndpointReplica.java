package io.postrider.webhooks.endpoints;

import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionPage;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All endpoints in memory, as the webhook events have them, without description and metadata, which no delivery needs. The store
 * brings them back after a start. A workspace has a bound here too, which holds whatever the edges have accepted.
 */
public final class EndpointReplica implements Projection, Endpoints {

    private static final byte TABLE = 0x60;
    private static final byte WISHES = 0x61;

    private static final Logger LOGGER = LoggerFactory.getLogger(EndpointReplica.class);

    private final EventCodec codec;
    private final int perWorkspace;
    private final Map<String, WebhookEndpoint> byId = new ConcurrentHashMap<>();
    private final Map<String, Map<String, Subscription>> byWorkspace = new ConcurrentHashMap<>();

    /** @param perWorkspace endpoints of a workspace; those beyond are delivered nothing */
    public EndpointReplica(SchemaIds ids, int perWorkspace) {
        this.codec = EventCodec.of(Context.WEBHOOKS, ids);
        this.perWorkspace = perWorkspace;
    }

    /** Brings what the store has into memory, before the log is read on. */
    public void load(ProjectionStore store) {
        byte[] after = null;
        ProjectionPage page;
        do {
            page = store.scan(new byte[] {TABLE}, after, ProjectionStore.LARGEST_PAGE);
            IsolatedRound.run("webhooks", page.entries(), entry -> load(entry, store));
            after = page.lastKey();
        } while (page.hasMore());
    }

    private void load(ProjectionPage.Entry entry, ProjectionStore store) {
        if (codec.decode(entry.value()).payload() instanceof WebhookEvent event) {
            String id = event.endpoint().id();
            keep(event, subscription(event.endpoint(), store.get(key(WISHES, id))));
        }
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.WEBHOOKS.events());
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (!(codec.decode(record.value()).payload() instanceof WebhookEvent event)) {
            return;
        }
        byte[] place = key(TABLE, event.endpoint().id());
        byte[] wishes = key(WISHES, event.endpoint().id());
        Subscription subscription = subscription(event.endpoint(), batch.get(wishes));
        if (event instanceof WebhookDeleted) {
            batch.delete(place);
            batch.delete(wishes);
        } else {
            batch.put(place, record.value());
            batch.put(wishes, EventFilterCodec.encode(subscription.wishes()));
        }
        batch.afterWrite(() -> keep(event, subscription));
    }

    /** @param wishes as they were stored before; null for an endpoint that is new */
    private static Subscription subscription(WebhookEndpoint endpoint, byte @Nullable [] wishes) {
        return wishes == null
                ? Subscription.of(endpoint)
                : new Subscription(endpoint, EventFilterCodec.decode(wishes)).changed(endpoint);
    }

    /** The third: what endpoints wanted before has its filter. */
    @Override
    public String layout() {
        return "endpoints-3";
    }

    @Override
    public Optional<WebhookEndpoint> byId(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public List<Subscription> ofWorkspace(String workspace) {
        Map<String, Subscription> found = byWorkspace.get(workspace);
        return found == null ? List.of() : new ArrayList<>(found.values());
    }

    void keep(WebhookEvent event, Subscription subscription) {
        String id = event.endpoint().id();
        if (event instanceof WebhookDeleted) {
            byId.remove(id);
        } else if (byId.containsKey(id) || hasRoom(event.endpoint().workspace())) {
            byId.put(id, lean(event.endpoint()));
        } else {
            LOGGER.atWarn()
                    .addKeyValue("webhook", id)
                    .addKeyValue("workspace", event.endpoint().workspace())
                    .log("A workspace has more webhooks than the dispatcher supports");
            return;
        }
        byWorkspace.compute(
                event.endpoint().workspace(),
                (_, before) -> changed(before, id, byId.containsKey(id), subscription));
    }

    private boolean hasRoom(String workspace) {
        return byWorkspace.getOrDefault(workspace, Map.of()).size() < perWorkspace;
    }

    private static @Nullable Map<String, Subscription> changed(
            @Nullable Map<String, Subscription> before,
            String id,
            boolean kept,
            Subscription subscription) {
        Map<String, Subscription> now = before == null ? new HashMap<>() : new HashMap<>(before);
        if (kept) {
            now.put(id, new Subscription(lean(subscription.endpoint()), subscription.wishes()));
        } else {
            now.remove(id);
        }
        return now.isEmpty() ? null : now;
    }

    private static WebhookEndpoint lean(WebhookEndpoint endpoint) {
        return new WebhookEndpoint(
                endpoint.id(),
                endpoint.workspace(),
                endpoint.url(),
                null,
                endpoint.eventTypes(),
                endpoint.readScopes(),
                endpoint.savedBy(),
                endpoint.filter(),
                endpoint.transform(),
                endpoint.options(),
                endpoint.enabled(),
                endpoint.disabledReason(),
                endpoint.secrets(),
                Map.of(),
                endpoint.createdAt(),
                endpoint.updatedAt(),
                endpoint.failing());
    }

    private static byte[] key(byte table, String id) {
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + text.length).put(table).put(text).array();
    }
}
