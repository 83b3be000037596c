package io.postrider.outbound.delivery;

import static io.postrider.outbound.delivery.Samples.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Delivery;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A workspace with a thousand lanes beside workspaces with one, with the permits of the product. */
class FairLanesTest {

    private static final long NOW = START.toEpochMilli();
    private static final int MANY = 1_000;

    private final TestChannel channel = new TestChannel();
    private final DeliveryStores stores =
            new DeliveryStores(
                    new TornStore("payload"),
                    new TornStore("queue"),
                    new TornStore("done"),
                    Samples.DELIVERIES);

    @Test
    void receiversOfOneWorkspaceThatNeverAnswerLeaveRoomForEachOther() {
        DeliveryQueue queue = queue();
        addMany(queue, true);
        for (int n = MANY; n < MANY + 8; n++) {
            String lane = channel.lane(n, true);
            add(queue, n, "ws_" + n, lane);

            assertThat(lanes()).as("lane %d", n).contains(lane);
        }
    }

    @Test
    void aDeliveryOfAnotherWorkspaceIsStartedAtOnceBesideALargeBacklog() {
        int many = 20_000;
        DeliveryQueue queue = queue();
        String full = channel.lane(0, true);
        add(queue, 0, "ws_many", full);
        byte[] bytes = Samples.DELIVERIES.encode(Samples.delivery(0, "ws_many", full, START));
        for (int n = 1; n < many; n++) {
            queue.add(Samples.delivery(n, "ws_many", full, START), bytes, NOW);
        }
        add(queue, many, "ws_other", channel.lane(1, true));

        assertThat(lanes()).containsExactly(full, Samples.lane(1));
    }

    @Test
    void theWorkspacesTakeTurns() {
        DeliveryQueue queue = queue();
        addMany(queue, false);
        add(queue, MANY, "ws_other", channel.lane(MANY, false));
        for (int n = 0; n <= MANY; n++) {
            channel.lane(n, true);
        }
        queue.startDue(NOW, Long.MAX_VALUE / 2);

        assertThat(lanes().subList(0, 3))
                .containsExactly(Samples.lane(0), Samples.lane(MANY), Samples.lane(1));
    }

    @Test
    void theWorkspaceOfALaneIsKnownAfterARestart() {
        addMany(queue(), false);
        add(queue(), MANY, "ws_other", channel.lane(MANY, false));
        for (int n = 0; n <= MANY; n++) {
            channel.lane(n, true);
        }
        queue().startDue(NOW, Long.MAX_VALUE / 2);

        assertThat(lanes()).contains(Samples.lane(MANY));
    }

    private DeliveryQueue queue() {
        DeliveryQueue queue =
                new DeliveryQueue(
                        stores, new Lanes<>(stores, channel, DeliveryEngine.PERMITS), channel);
        queue.restore();
        return queue;
    }

    private List<String> lanes() {
        return channel.started.stream().map(started -> started.delivery().endpoint()).toList();
    }

    private void addMany(DeliveryQueue queue, boolean open) {
        for (int n = 0; n < MANY; n++) {
            add(queue, n, "ws_many", channel.lane(n, open));
        }
    }

    private static void add(DeliveryQueue queue, int n, String workspace, String lane) {
        Delivery delivery = Samples.delivery(n, workspace, lane, START);
        queue.add(delivery, Samples.DELIVERIES.encode(delivery), NOW);
    }
}
