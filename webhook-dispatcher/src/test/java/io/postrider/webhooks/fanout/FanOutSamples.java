package io.postrider.webhooks.fanout;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.scopes.ReadScopes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Webhooks, and the creation of a link. */
final class FanOutSamples {

    static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    static final String MINE = Id.of(IdKind.WS, new UUID(1, 1));

    private FanOutSamples() {}

    static WebhookEndpoint sample(
            int n, String workspace, String type, boolean enabled, Instant createdAt) {
        return new WebhookEndpoint(
                Id.of(IdKind.WHK, new UUID(2, n)),
                workspace,
                "https://example.com/",
                null,
                List.of(type),
                ReadScopes.all(),
                "key_1",
                null,
                null,
                WebhookOptions.NONE,
                enabled,
                null,
                List.of(),
                Map.of(),
                createdAt,
                createdAt);
    }

    static EventRecord created() {
        return new EventRecord(header("link.created"), new LinkCreated(link()));
    }

    static EventHeader header(String type) {
        return new EventHeader(
                Id.of(IdKind.EVT, new UUID(4, 4)),
                type,
                NOW,
                MINE,
                "localhost/hello",
                1,
                null,
                null,
                null);
    }

    private static Link link() {
        return new Link(
                Id.of(IdKind.LNK, new UUID(5, 5)),
                MINE,
                "localhost",
                "hello",
                "https://example.com/",
                null,
                List.of(),
                null,
                null,
                null,
                null,
                0,
                302,
                false,
                null,
                Map.of(),
                NOW,
                NOW);
    }
}
