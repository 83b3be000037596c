package io.postrider.outbound.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whatever a crash tears, every delivery is delivered, and nothing stays behind. */
class DeliveryCrashTest {

    private static final int RUNS = 2_000;
    private static final int STEPS = 300;
    private static final int DRAIN_STEPS_MAX = 200_000;

    @Test
    void nothingIsLostInACrash() {
        int torn = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            CrashingQueue queue = run(seed, 12);
            for (Delivery delivery : queue.deliveries()) {
                assertThat(numbers(queue, delivery, Attempt.DELIVERED))
                        .as("seed %d, %s", seed, delivery.id())
                        .isNotEmpty();
            }
            torn += queue.tornCrashes();
        }
        assertThat(torn).as("crashes that lost writes").isGreaterThan(RUNS);
    }

    @Test
    void withoutACrashEveryDeliveryIsDeliveredOnceAndItsAttemptsAreNumberedInOrder() {
        for (int seed = 0; seed < RUNS; seed++) {
            CrashingQueue queue = run(seed, 0);
            for (Delivery delivery : queue.deliveries()) {
                List<Integer> failed = numbers(queue, delivery, Attempt.RETRY);
                assertThat(numbers(queue, delivery, Attempt.DELIVERED))
                        .as("seed %d, %s", seed, delivery.id())
                        .containsExactly(failed.size() + 1);
                assertThat(failed).isSorted().doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void whatIsAcknowledgedEndsAndIsAttemptedNoMore() {
        for (int seed = 0; seed < RUNS; seed++) {
            CrashingQueue queue = run(seed, 12, 60);
            for (Delivery delivery : queue.deliveries()) {
                assertThat(
                                numbers(queue, delivery, Attempt.DELIVERED).size()
                                        + numbers(queue, delivery, Attempt.ACKNOWLEDGED).size())
                        .as("seed %d, %s", seed, delivery.id())
                        .isPositive();
            }
        }
    }

    private static CrashingQueue run(int seed, int crashesPerMille) {
        return run(seed, crashesPerMille, 0);
    }

    private static CrashingQueue run(int seed, int crashesPerMille, int acknowledgedPerMille) {
        Random random = new Random(seed);
        CrashingQueue queue = new CrashingQueue(seed);
        for (int step = 0; step < STEPS; step++) {
            if (acknowledgedPerMille > 0 && random.nextInt(1_000) < acknowledgedPerMille) {
                queue.acknowledge();
            }
            if (random.nextInt(1_000) < crashesPerMille) {
                queue.crash();
            }
            if (acknowledgedPerMille > 0) {
                stepWithoutAnAttemptOfWhatIsAcknowledged(queue, random.nextInt(20));
            } else {
                step(queue, random.nextInt(20));
            }
        }
        for (int step = 0; !queue.isIdle(); step++) {
            assertThat(step).as("steps to come to rest, seed %d", seed).isLessThan(DRAIN_STEPS_MAX);
            step(queue, 3 + random.nextInt(17));
        }
        return queue;
    }

    private static void stepWithoutAnAttemptOfWhatIsAcknowledged(CrashingQueue queue, int choice) {
        Set<String> acknowledged = queue.acknowledged();
        List<TestChannel.Started> before = queue.inHand();
        step(queue, choice);
        List<TestChannel.Started> begun = new ArrayList<>(queue.inHand());
        begun.removeAll(before);
        assertThat(begun)
                .extracting(attempt -> attempt.delivery().id())
                .doesNotContainAnyElementsOf(acknowledged.isEmpty() ? List.of("-") : acknowledged);
    }

    private static void step(CrashingQueue queue, int choice) {
        switch (choice) {
            case 0, 1, 2 -> queue.arrive();
            case 3 -> queue.commit();
            case 4, 5, 6 -> queue.wait(2_000);
            case 7, 8, 9, 10, 11 -> queue.answer();
            default -> queue.read();
        }
    }

    private static List<Integer> numbers(CrashingQueue queue, Delivery delivery, String outcome) {
        return queue.outcomes().stream()
                .filter(attempt ->
                        attempt.delivery().equals(delivery.id())
                                && attempt.outcome().equals(outcome))
                .map(Attempt::number)
                .toList();
    }
}
