package io.postrider.platform.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.testkit.claims.Verifies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedCapacityTest {

    private final SharedCapacity capacity = new SharedCapacity(8, 3);

    @Test
    @Verifies("workspace-shares")
    void aHolderGetsItsShareAndNoMore() {
        assertThat(capacity.take("a", 3)).isEqualTo(Grant.GRANTED);

        assertThat(capacity.take("a", 1)).isEqualTo(Grant.SHARE_EXCEEDED);
        assertThat(capacity.take("a", 0)).isEqualTo(Grant.GRANTED);
        assertThat(capacity.take("b", 3)).isEqualTo(Grant.GRANTED);
        assertThat(capacity.hasRoom("a")).isFalse();
        assertThat(capacity.hasRoom("c")).isTrue();
    }

    @Test
    void allHoldersTogetherGetTheTotal() {
        capacity.take("a", 3);
        capacity.take("b", 3);

        assertThat(capacity.take("c", 3)).isEqualTo(Grant.TOTAL_EXCEEDED);
        assertThat(capacity.take("c", 2)).isEqualTo(Grant.GRANTED);
        assertThat(capacity.take("d", 1)).isEqualTo(Grant.TOTAL_EXCEEDED);
        assertThat(capacity.hasRoom("d")).isFalse();
    }

    @Test
    void returnedCapacityCanBeTakenAgain() {
        capacity.take("a", 3);
        capacity.release("a", 2);

        assertThat(capacity.heldBy("a")).isEqualTo(1);
        assertThat(capacity.taken()).isEqualTo(1);
        assertThat(capacity.take("a", 2)).isEqualTo(Grant.GRANTED);
    }

    @Test
    void noMoreIsGivenBackThanWasTaken() {
        capacity.take("a", 2);

        assertThatThrownBy(() -> capacity.release("a", 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("count: 3");
        assertThatThrownBy(() -> capacity.release("b", 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(capacity.heldBy("a")).isEqualTo(2);
    }

    @Test
    void aNumberThatWouldOverflowIsRefused() {
        SharedCapacity large = new SharedCapacity(Integer.MAX_VALUE, Integer.MAX_VALUE);
        large.take("a", Integer.MAX_VALUE);

        assertThat(large.take("b", Integer.MAX_VALUE)).isEqualTo(Grant.TOTAL_EXCEEDED);
        assertThatThrownBy(() -> capacity.take("a", -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aShareIsAPartOfTheTotal() {
        assertThatThrownBy(() -> new SharedCapacity(3, 4))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SharedCapacity(3, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(SharedCapacity.ofTenants(1).take("a", 1)).isEqualTo(Grant.GRANTED);
    }

    @Test
    void manyThreadsNeitherExceedItNorLoseAnyOfIt() {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < 8; i++) {
                String holder = "h" + i % 4;
                all.add(
                        CompletableFuture.runAsync(
                                () -> {
                                    for (int n = 0; n < 5_000; n++) {
                                        takeAndRelease(holder, underWay, most);
                                    }
                                },
                                threads));
            }
        }

        assertThat(all).allMatch(each -> each.isDone() && !each.isCompletedExceptionally());
        assertThat(most.get()).isBetween(1, 8);
        assertThat(capacity.taken()).isZero();
    }

    private void takeAndRelease(String holder, AtomicInteger underWay, AtomicInteger most) {
        if (capacity.take(holder, 1) == Grant.GRANTED) {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            underWay.decrementAndGet();
            capacity.release(holder, 1);
        }
    }

    @Test
    void anyHistoryAgreesWithASimpleCount() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Integer> expected = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            String holder = "h" + random.nextInt(5);
            int held = expected.getOrDefault(holder, 0);
            int count = random.nextInt(4);
            if (random.nextBoolean()) {
                int all = expected.values().stream().mapToInt(Integer::intValue).sum();
                boolean granted = capacity.take(holder, count) == Grant.GRANTED;
                assertThat(granted)
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(all + count <= 8 && held + count <= 3);
                expected.put(holder, held + (granted ? count : 0));
            } else if (count <= held) {
                capacity.release(holder, count);
                expected.put(holder, held - count);
            }
        }
    }
}
