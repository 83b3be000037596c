package io.postrider.identity.auth;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.OldSecret;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.lastseen.LastSeenTracker.LastUse;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Adds the last use of each secret to the JSON of a key: its time, client address and operation. */
public final class KeyUsageFields {

    private final KeyReplica keys;
    private final LastSeenTracker lastSeen;
    private final InstantSource clock;

    KeyUsageFields(KeyReplica keys, LastSeenTracker lastSeen, InstantSource clock) {
        this.keys = keys;
        this.lastSeen = lastSeen;
        this.clock = clock;
    }

    /** Adds the last uses to the JSON of a key. */
    public ObjectNode on(ObjectNode shown) {
        keys.byId(shown.path("id").asString("")).ifPresent(known -> tell(known.key(), shown));
        return shown;
    }

    private void tell(ApiKey key, ObjectNode shown) {
        Instant now = clock.instant();
        OldSecret old = key.previous();
        Optional<LastUse> current = of(key, key.secretHash());
        Optional<LastUse> before = old == null ? Optional.empty() : of(key, old.hash());
        shown.put(
                "last_used_at",
                Stream.concat(current.stream(), before.stream())
                        .map(LastUse::at)
                        .max(Comparator.naturalOrder())
                        .map(Json::time)
                        .orElse(null));
        shown.set("last_used", json(current));
        boolean overlaps = old != null && now.isBefore(old.endsAt());
        shown.set("previous_secret_last_used", json(before.filter(_ -> overlaps)));
    }

    private Optional<LastUse> of(ApiKey key, String secretHash) {
        return lastSeen.lastUse(key.workspace(), key.id(), secretHash);
    }

    private static @Nullable ObjectNode json(Optional<LastUse> last) {
        return last.map(
                        known -> {
                            ObjectNode node = Json.object().put("at", Json.time(known.at()));
                            put(node, "ip", known.use().map(use -> use.ip()));
                            put(node, "user_agent", known.use().map(use -> use.userAgent()));
                            put(node, "operation", known.use().map(use -> use.operation()));
                            return node;
                        })
                .orElse(null);
    }

    private static void put(ObjectNode node, String name, Optional<String> text) {
        node.put(name, text.filter(known -> !known.isEmpty()).orElse(null));
    }
}
