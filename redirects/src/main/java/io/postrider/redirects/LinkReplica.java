package io.postrider.redirects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionKey;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every short link, on this node's disk and, if followed recently, in memory: it needs no Kafka to answer, and survives a
 * restart.
 *
 * <p>The store contains the committed state of the log. An event of a decided command that is not committed yet waits beside it
 * until its record arrives. Of two states of a link the one with the higher version counts, whatever its source, so the order
 * in which outcomes and records arrive does not matter.
 */
public final class LinkReplica implements LinkDirectory, Projection {

    /** Tables of the view store that are this view's: newest event by key, key by id. */
    static final int BY_KEY = 0x10;

    static final int BY_ID = 0x11;

    private static final Logger LOGGER = LoggerFactory.getLogger(LinkReplica.class);
    private static final long HOT_BYTES_DEFAULT = HeapBounds.LINKS;
    private static final int UNCOMMITTED_MAX = 100_000;

    private final ProjectionStore store;
    private final EventCodec codec;
    private final Cache<String, PreparedLink> hot;
    private final long hotBytesMax;
    private final Map<String, LinkEntry> uncommitted = new ConcurrentHashMap<>();
    private final Map<String, String> uncommittedKeys = new ConcurrentHashMap<>();

    /** A table over a store of which it uses the tables 0x10 and 0x11. */
    public LinkReplica(ProjectionStore store, SchemaIds ids) {
        this(store, ids, HOT_BYTES_DEFAULT);
    }

    /**
     * The same, with a limit of its own.
     *
     * @param hotBytes approximate heap size of links in memory, in bytes
     */
    public LinkReplica(ProjectionStore store, SchemaIds ids, long hotBytes) {
        this.store = store;
        this.codec = EventCodec.of(Context.LINKS, ids);
        this.hotBytesMax = hotBytes;
        this.hot =
                Caffeine.newBuilder()
                        .maximumWeight(hotBytes)
                        .weigher((String key, PreparedLink link) -> link.weight())
                        .executor(Runnable::run)
                        .build();
    }

    /** Shows how much memory links have, and how many are not committed yet. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "links_bytes", this::hotBytes, hotBytesMax);
        bounds.show("links_uncommitted", uncommitted::size, UNCOMMITTED_MAX);
    }

    private long hotBytes() {
        return hot.policy()
                .eviction()
                .map(eviction -> eviction.weightedSize().orElse(0))
                .orElse(0L);
    }

    @Override
    public Optional<LinkEntry> byId(String id) {
        String key = uncommittedKeys.get(id);
        if (key == null) {
            byte[] stored = store.get(idKey(id));
            key = stored == null ? null : new String(stored, StandardCharsets.UTF_8);
        }
        return Optional.ofNullable(key).map(this::prepared).map(PreparedLink::entry);
    }

    @Override
    public Optional<LinkEntry> byKey(String domain, String slug) {
        return Optional.ofNullable(prepared(Link.keyOf(domain, slug))).map(PreparedLink::entry);
    }

    /**
     * The link of a key, ready to be followed.
     *
     * <p>Called by event loops. Links followed recently are in memory; the first visit of a link, or of a slug that does not
     * exist, reads an embedded store once, which its filters and block cache keep to microseconds and at worst to one read of a
     * local disk. Handing the read to another thread would cost more.
     */
    @SuppressWarnings(
            "NullAway") // Caffeine takes null for a missing entry, which its types do not show.
    @Nullable PreparedLink prepared(String key) {
        PreparedLink known = hot.getIfPresent(key);
        return known == null ? hot.get(key, this::load) : known;
    }

    /** Number of events that wait for their record. */
    int uncommitted() {
        return uncommitted.size();
    }

    private @Nullable PreparedLink load(String key) {
        // In this order: an entry that has left the uncommitted ones has reached the store before.
        LinkEntry waiting = uncommitted.get(key);
        LinkEntry newest = newer(waiting, stored(key));
        return newest == null ? null : PreparedLink.of(newest);
    }

    private @Nullable LinkEntry stored(String key) {
        byte[] event = store.get(storeKey(key));
        return event == null ? null : entryOf(codec.decode(event));
    }

    @Override
    public void apply(EventRecord event) {
        LinkEntry entry = entryOf(event);
        if (entry == null) {
            return;
        }
        if (uncommitted.size() >= UNCOMMITTED_MAX) {
            LOGGER.atWarn()
                    .addKeyValue("link", entry.link().id())
                    .log("Too many link changes are waiting for their records");
            return;
        }
        String key = entry.link().key();
        uncommitted.merge(key, entry, LinkReplica::newerOf);
        uncommittedKeys.put(entry.link().id(), key);
        refresh(key, entry);
        forgetIfCommitted(key, entry);
    }

    /** If the record arrived before the outcome, no later record would remove the entry. */
    private void forgetIfCommitted(String key, LinkEntry entry) {
        LinkEntry stored = stored(key);
        if (stored != null && stored.version() >= entry.version()) {
            forget(key, stored);
        }
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.LINKS.events());
    }

    @Override
    public String layout() {
        return "links-1";
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        EventRecord event = codec.decode(record.value());
        LinkEntry entry = entryOf(event);
        if (entry == null) {
            return;
        }
        String key = entry.link().key();
        batch.put(storeKey(key), record.value());
        batch.put(idKey(entry.link().id()), key.getBytes(StandardCharsets.UTF_8));
        batch.afterWrite(() -> committed(key, entry));
    }

    private void committed(String key, LinkEntry entry) {
        refresh(key, entry);
        forget(key, entry);
    }

    private void forget(String key, LinkEntry committed) {
        uncommitted.computeIfPresent(
                key, (k, waiting) -> waiting.version() <= committed.version() ? null : waiting);
        uncommittedKeys.remove(committed.link().id());
    }

    /**
     * Brings a link that is in memory up to date. It has to be {@code compute}: unlike {@code computeIfPresent} it waits
     * for a load under way, which may have read the store a moment too early.
     */
    private void refresh(String key, LinkEntry entry) {
        hot.asMap().compute(key, (k, known) -> refreshed(known, entry));
    }

    private static @Nullable PreparedLink refreshed(@Nullable PreparedLink known, LinkEntry entry) {
        return known == null || known.version() >= entry.version() ? known : PreparedLink.of(entry);
    }

    private static @Nullable LinkEntry entryOf(EventRecord event) {
        return event.payload() instanceof LinkEvent.LinkChange change
                ? new LinkEntry(
                        change.link(),
                        event.header().sequence(),
                        change instanceof LinkEvent.LinkDeleted)
                : null;
    }

    private static @Nullable LinkEntry newer(@Nullable LinkEntry one, @Nullable LinkEntry other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return newerOf(one, other);
    }

    private static LinkEntry newerOf(LinkEntry one, LinkEntry other) {
        return other.version() > one.version() ? other : one;
    }

    private static byte[] storeKey(String key) {
        return ProjectionKey.table(BY_KEY).text(key).bytes();
    }

    private static byte[] idKey(String id) {
        return ProjectionKey.table(BY_ID).text(id).bytes();
    }
}
