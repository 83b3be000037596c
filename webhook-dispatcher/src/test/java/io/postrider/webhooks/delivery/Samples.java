package io.postrider.webhooks.delivery;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Numbered webhooks and deliveries to them, all in one workspace. */
final class Samples {

    static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private static final String WORKSPACE = Id.of(IdKind.WS, new UUID(1, 1));
    private static final String EVENT_TYPE = "link.created";

    private Samples() {}

    static String endpointId(int n) {
        return Id.of(IdKind.WHK, new UUID(2, n));
    }

    static WebhookEndpoint endpoint(int n, boolean enabled) {
        return new WebhookEndpoint(
                endpointId(n),
                WORKSPACE,
                "https://example.com/",
                null,
                List.of("link.*"),
                List.of("links:read", "clicks:read"),
                "key_1",
                null,
                null,
                WebhookOptions.NONE,
                enabled,
                null,
                List.of(),
                Map.of(),
                START,
                START);
    }

    static String deliveryId(int n) {
        return Id.of(IdKind.DLV, new UUID(3, n));
    }

    static Delivery delivery(int n, String endpoint, Instant at) {
        return new Delivery(
                deliveryId(n),
                WORKSPACE,
                endpoint,
                Id.of(IdKind.EVT, new UUID(4, n)),
                EVENT_TYPE,
                at,
                new byte[] {'{', '}'},
                false);
    }
}
