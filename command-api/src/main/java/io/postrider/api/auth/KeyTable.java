package io.postrider.api.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewKey;
import io.postrider.runtime.views.ViewPage;
import io.postrider.runtime.views.ViewStore;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Every API key, in memory, so that a request is let in without asking anybody. The store beside it only holds what
 * memory is filled from after a restart. Of two states of a key the one with the higher version counts, wherever it
 * comes from, so a revocation that was answered is never undone by a record that arrives late.
 */
public final class KeyTable implements View {

    /** The table of the view store that is this view's: newest event by key id. */
    static final int NEWEST = 0x18;

    private static final int PAGE = 500;

    private final EventCodec codec;
    private final Map<String, KnownKey> byPublicId = new ConcurrentHashMap<>();
    private final Map<String, String> publicIds = new ConcurrentHashMap<>();

    public KeyTable(SchemaIds ids) {
        this.codec = EventCodec.of(Context.KEYS, ids);
    }

    /** Fills memory from the store, before the view starts and before the first request. */
    public void restore(ViewStore store) {
        byte[] prefix = ViewKey.table(NEWEST).bytes();
        ViewPage page = store.scan(prefix, null, PAGE);
        while (true) {
            page.entries().forEach(entry -> apply(codec.decode(entry.value())));
            if (!page.hasMore()) {
                return;
            }
            page = store.scan(prefix, page.lastKey(), PAGE);
        }
    }

    /** The key whose token has this public part. */
    Optional<KnownKey> byPublicId(String publicId) {
        return Optional.ofNullable(byPublicId.get(publicId));
    }

    /** The key of an id. */
    public Optional<KnownKey> byId(String id) {
        return Optional.ofNullable(publicIds.get(id)).map(byPublicId::get);
    }

    /** How many keys there are, revoked ones included. */
    public int size() {
        return byPublicId.size();
    }

    /** Lets a decided event hold here at once; one that is older than what is known changes nothing. */
    public void apply(EventRecord event) {
        if (event.payload() instanceof KeyEvent change) {
            ApiKey key = change.key();
            byPublicId.merge(
                    key.publicId(), new KnownKey(key, event.header().sequence()), KeyTable::newer);
            publicIds.put(key.id(), key.publicId());
        }
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.KEYS.events());
    }

    @Override
    public String layout() {
        return "keys-1";
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        EventRecord event = codec.decode(record.value());
        if (event.payload() instanceof KeyEvent change) {
            batch.put(ViewKey.table(NEWEST).id(change.key().id()).bytes(), record.value());
            batch.afterWrite(() -> apply(event));
        }
    }

    private static KnownKey newer(KnownKey known, KnownKey next) {
        return next.version() > known.version() ? next : known;
    }
}
