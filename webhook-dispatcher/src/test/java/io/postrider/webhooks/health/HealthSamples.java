package io.postrider.webhooks.health;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookOptions;
import io.postrider.schemas.Attempt;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An endpoint and attempts of it. */
final class HealthSamples {

    static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    static final String ENDPOINT = Id.of(IdKind.WHK, new UUID(2, 1));
    static final String WORKSPACE = Id.of(IdKind.WS, new UUID(1, 1));

    private HealthSamples() {}

    static WebhookEndpoint endpoint() {
        return new WebhookEndpoint(
                ENDPOINT,
                WORKSPACE,
                "https://example.com/",
                null,
                List.of("link.*"),
                List.of("links:read"),
                "key_1",
                null,
                null,
                WebhookOptions.NONE,
                true,
                null,
                List.of(),
                Map.of(),
                START,
                START);
    }

    static WebhookEndpoint failing(Instant since, int progress) {
        return endpoint().withFailing(new Failing(since, progress, since.plusSeconds(432_000)));
    }

    static Attempt success(Instant at) {
        return attempt(at, Attempt.DELIVERED, null, 1, "link.created");
    }

    static Attempt failure(Instant at) {
        return attempt(at, Attempt.RETRY, "status_not_2xx", 1, "link.created");
    }

    static Attempt exhausted(Instant at, String error) {
        return attempt(at, Attempt.EXHAUSTED, error, 10, "link.created");
    }

    static Attempt attempt(
            Instant at, String outcome, @Nullable String error, int number, String type) {
        return new Attempt(
                Id.of(IdKind.ATT, new UUID(9, at.toEpochMilli())),
                Id.of(IdKind.DLV, new UUID(3, at.toEpochMilli())),
                WORKSPACE,
                ENDPOINT,
                Id.of(IdKind.EVT, new UUID(4, at.toEpochMilli())),
                type,
                number,
                at,
                0,
                outcome,
                outcome.equals(Attempt.DELIVERED) ? 200 : 500,
                error,
                Map.of(),
                Map.of(),
                null,
                false,
                null);
    }
}
