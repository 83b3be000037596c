package io.postrider.dispatch.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.dispatch.endpoints.KnownEndpoints;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.LockedSchemaIds;
import io.postrider.schemas.ValueCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeletedEndpointTest {

    private static final String WORKSPACE = Id.of(IdKind.WS, new UUID(1, 1));
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");
    private static final long NOW = START.toEpochMilli();
    private static final ValueCodec<Delivery> CODEC =
            ValueCodec.deliveries(LockedSchemaIds.shipped());

    private final KnownEndpoints known = new KnownEndpoints();
    private final TornStore places = new TornStore("queue");
    private final TornStore payload = new TornStore("payload");
    private final List<String> started = new ArrayList<>();
    private final DeliveryStores stores =
            new DeliveryStores(payload, places, new TornStore("done"), CODEC);
    private final Lanes lanes =
            new Lanes(
                    stores,
                    known,
                    () -> {},
                    (delivery, _, _) -> started.add(delivery.id()),
                    new Lanes.Permits(2, 4));
    private final DeliveryQueue queue = new DeliveryQueue(stores, lanes, (_, _) -> {});

    @Test
    void attemptsInHandWhenAnEndpointIsDeletedGiveTheirPermitsBack() {
        for (int n = 0; n < 10; n++) {
            String endpoint = endpoint(n);
            add(2 * n, endpoint);
            add(2 * n + 1, endpoint);
            assertThat(started).as("round %d", n).hasSize(2);

            known.clear();
            queue.startDue(NOW, Long.MAX_VALUE / 2);
            settle(2 * n, endpoint, null);
            settle(2 * n + 1, endpoint, START.plusSeconds(5));
            started.clear();
        }

        assertThat(lanes.busyCount()).isZero();
        queue.startDue(NOW + 10_000, Long.MAX_VALUE / 2);
        assertThat(started).isEmpty();
        assertThat(places.isEmpty() && payload.isEmpty()).as("nothing is kept").isTrue();
    }

    private void add(int n, String endpoint) {
        Delivery delivery =
                new Delivery(
                        dlv(n),
                        WORKSPACE,
                        endpoint,
                        Id.of(IdKind.EVT, new UUID(4, n)),
                        "link.created",
                        START,
                        new byte[] {'{', '}'},
                        false);
        queue.add(delivery, CODEC.encode(delivery), NOW);
    }

    private void settle(int n, String endpoint, @Nullable Instant next) {
        queue.settle(
                new Attempt(
                        Id.of(IdKind.ATT, new UUID(5, n)),
                        dlv(n),
                        WORKSPACE,
                        endpoint,
                        Id.of(IdKind.EVT, new UUID(4, n)),
                        "link.created",
                        1,
                        START,
                        12,
                        next == null ? Attempt.DELIVERED : Attempt.RETRY,
                        next == null ? 200 : 500,
                        null,
                        Map.of(),
                        Map.of(),
                        null,
                        false,
                        next),
                NOW);
    }

    private String endpoint(int n) {
        String id = Id.of(IdKind.WHK, new UUID(2, n));
        known.put(
                new WebhookEndpoint(
                        id,
                        WORKSPACE,
                        "https://example.com/",
                        null,
                        List.of("link.*"),
                        true,
                        null,
                        List.of(),
                        Map.of(),
                        START,
                        START));
        return id;
    }

    private static String dlv(int n) {
        return Id.of(IdKind.DLV, new UUID(3, n));
    }
}
