package io.postrider.api.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.runtime.log.ConsistencyToken;
import io.postrider.schemas.EventRecord;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the writes that were answered here a moment ago stand in the log. Whoever asks for what belongs to a resource
 * right after making it finds it, also without handing in the token of the write.
 */
final class RecentWrites {

    private static final int ENTRIES_MAX = 10_000;
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final Cache<String, ConsistencyToken> tokens =
            Caffeine.newBuilder()
                    .maximumSize(ENTRIES_MAX)
                    .expireAfterWrite(KEPT)
                    .executor(Runnable::run)
                    .build();

    void note(EventRecord event, ConsistencyToken token) {
        id(event).ifPresent(id -> tokens.put(id, token));
    }

    /** How far the read models must have come to know the resource that is asked for, if it was changed here. */
    Optional<ConsistencyToken> of(Map<String, String> asked) {
        return Stream.of("id", "webhook_id")
                .flatMap(name -> Optional.ofNullable(asked.get(name)).stream())
                .flatMap(id -> Optional.ofNullable(tokens.getIfPresent(id)).stream())
                .findFirst();
    }

    private static Optional<String> id(EventRecord event) {
        return switch (event.payload()) {
            case LinkEvent link -> Optional.of(link.link().id());
            case KeyEvent key -> Optional.of(key.key().id());
            case WebhookEvent webhook -> Optional.of(webhook.endpoint().id());
            case null, default -> Optional.empty();
        };
    }
}
