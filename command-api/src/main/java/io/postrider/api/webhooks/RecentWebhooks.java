package io.postrider.api.webhooks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.api.http.Newer;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEvent;
import io.postrider.domain.webhooks.WebhookEvent.WebhookDeleted;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.json.WebhookJson;
import java.time.Duration;
import java.util.Optional;

/** The webhook endpoints that were changed on this node a moment ago, until the read models are sure to know. */
public final class RecentWebhooks {

    private static final int ENTRIES_MAX = 10_000;
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final Cache<String, Entry> entries =
            Caffeine.newBuilder()
                    .maximumSize(ENTRIES_MAX)
                    .expireAfterWrite(KEPT)
                    .executor(Runnable::run)
                    .build();

    /** An endpoint as it was decided. */
    private record Entry(WebhookEndpoint endpoint, long version, boolean deleted) {}

    /** Notes a decided event; one that is older than what is known changes nothing. */
    public void apply(EventRecord event) {
        if (event.payload() instanceof WebhookEvent change) {
            Entry entry =
                    new Entry(
                            change.endpoint(),
                            event.header().sequence(),
                            change instanceof WebhookDeleted);
            entries.asMap()
                    .merge(
                            change.endpoint().id(),
                            entry,
                            (known, next) -> next.version() > known.version() ? next : known);
        }
    }

    Optional<Newer> own(String workspace, String id) {
        return Optional.ofNullable(entries.getIfPresent(id))
                .filter(entry -> entry.endpoint().workspace().equals(workspace))
                .map(entry ->
                        new Newer(
                                entry.version(),
                                entry.deleted(),
                                read -> WebhookJson.of(entry.endpoint(), entry.version())));
    }
}
