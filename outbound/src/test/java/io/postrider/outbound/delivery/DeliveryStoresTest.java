package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static io.postrider.outbound.delivery.Samples.deliveryId;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.outbound.delivery.DeliveryStores.Queued;
import io.postrider.schemas.Delivery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeliveryStoresTest {

    private static final String ENDPOINT = Samples.lane(1);

    private final TornStore places = new TornStore("queue");
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"), places, new TornStore("done"), Samples.DELIVERIES);

    @BeforeEach
    void queueMany() {
        for (int n = 0; n < 1_000; n++) {
            add(n);
        }
        retryAt(999, 2, 5_000);
        retryAt(999, 3, 9_000);
    }

    @Test
    void aDeliveryIsFoundWithoutALookAtTheRestOfTheQueue() {
        int before = places.ranges();

        assertThat(stores.find(ENDPOINT, deliveryId(500), 1)).contains(place(500, 0, 1));
        assertThat(stores.find(ENDPOINT, deliveryId(500), 2)).isEmpty();
        assertThat(stores.find(ENDPOINT, deliveryId(999), 3)).contains(place(999, 9_000, 3));
        assertThat(stores.find(ENDPOINT, deliveryId(999), 2)).isEmpty();
        assertThat(stores.hasPlace(ENDPOINT, deliveryId(998))).isTrue();
        assertThat(stores.hasPlace(ENDPOINT, deliveryId(1_000))).isFalse();

        assertThat(places.ranges()).isEqualTo(before);
    }

    @Test
    void onlyTheNewestPlaceOfADeliveryCounts() {
        Delivery delivery = delivery(999);

        assertThat(stores.counts(place(999, 9_000, 3), delivery)).isTrue();
        assertThat(stores.counts(place(999, 5_000, 2), delivery)).isFalse();
        assertThat(stores.counts(place(999, 0, 1), delivery)).isFalse();
    }

    @Test
    void theLanesOfTheQueueAreTheEndpointsAlone() {
        assertThat(stores.endpoints()).containsExactly(ENDPOINT);
    }

    @Test
    void nothingIsKeptBesideThePlacesOfWhatIsDone() {
        stores.finish(deliveryId(999), START.toEpochMilli());
        for (long due : new long[] {0, 5_000, 9_000}) {
            stores.dequeue(place(999, due, 1).key());
        }
        for (int n = 0; n < 999; n++) {
            stores.finish(deliveryId(n), START.toEpochMilli());
            stores.dequeue(place(n, 0, 1).key());
        }

        assertThat(places.isEmpty()).isTrue();
    }

    private void add(int n) {
        Delivery delivery = delivery(n);
        assertThat(stores.add(delivery, Samples.DELIVERIES.encode(delivery))).isTrue();
    }

    private void retryAt(int n, int number, long afterMillis) {
        stores.enqueue(place(n, afterMillis, number).key(), number);
    }

    private static Queued place(int n, long afterMillis, int number) {
        return new Queued(
                new QueueKey(ENDPOINT, START.toEpochMilli() + afterMillis, deliveryId(n)), number);
    }

    private static Delivery delivery(int n) {
        return Samples.delivery(n, ENDPOINT, START);
    }
}
