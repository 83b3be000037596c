package io.postrider.api.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.schemas.EventRecord;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every API key, in memory, so that a request is let in without asking anybody. Of two states of a key the one with the
 * higher version counts, wherever it comes from, so a revocation that was answered is never undone by a record that
 * arrives late.
 */
public final class KeyTable {

    private final Map<String, KnownKey> byPublicId = new ConcurrentHashMap<>();
    private final Map<String, String> publicIds = new ConcurrentHashMap<>();

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
                    key.publicId(), KnownKey.of(key, event.header().sequence()), KeyTable::newer);
            publicIds.put(key.id(), key.publicId());
        }
    }

    private static KnownKey newer(KnownKey known, KnownKey next) {
        return next.version() > known.version() ? next : known;
    }
}
