package io.postrider.dispatch.delivery;

import static io.postrider.dispatch.delivery.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.dispatch.endpoints.KnownEndpoints;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DeletedEndpointTest {

    private static final long NOW = START.toEpochMilli();

    private final KnownEndpoints known = new KnownEndpoints();
    private final TornStore places = new TornStore("queue");
    private final TornStore payload = new TornStore("payload");
    private final List<String> started = new ArrayList<>();
    private final DeliveryStores stores =
            new DeliveryStores(payload, places, new TornStore("done"), Samples.DELIVERIES);
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
        Delivery delivery = Samples.delivery(n, endpoint, START);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }

    private void settle(int n, String endpoint, @Nullable Instant next) {
        String outcome = next == null ? Attempt.DELIVERED : Attempt.RETRY;
        Delivery delivery = Samples.delivery(n, endpoint, START);
        queue.settle(Samples.attempt(delivery, 1, START, outcome, next), NOW);
    }

    private String endpoint(int n) {
        known.put(Samples.endpoint(n, true));
        return Samples.endpointId(n);
    }
}
