package io.postrider.identity.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.schemas.QuotaUse;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits per minute on one node and on several. */
class ClusterRateLimiterTest {

    private static final String KEY = "key_1";

    private Instant now = Instant.parse("2026-11-22T10:00:07.123Z");

    private ClusterRateLimiter alone() {
        return new ClusterRateLimiter(() -> now, "a", true);
    }

    private static ClusterRateLimiter.Standing taken(ClusterRateLimiter quotas, int quota) {
        return quotas.take(KEY, quota).blockOptional().orElseThrow();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void aNodeThatIsAloneCountsExactlyAndBeginsAnewAfterAMinute() {
        ClusterRateLimiter quotas = alone();

        for (int left = 9; left >= 0; left--) {
            assertThat(taken(quotas, 10).left()).isEqualTo(left);
        }
        ClusterRateLimiter.Standing over = taken(quotas, 10);
        assertThat(over.granted()).isFalse();
        assertThat(over.left()).isZero();
        assertThat(over.resetMillis()).isBetween(1L, 60_000L);

        pass(Duration.ofMillis(over.resetMillis() - 1));
        assertThat(taken(quotas, 10).granted()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(taken(quotas, 10).left()).isEqualTo(9);
    }

    @Test
    void aFastCallersUsageIsPublishedBeforeTheSecondEnds() throws InterruptedException {
        ClusterRateLimiter quotas = alone();
        for (int i = 0; i < 14; i++) {
            taken(quotas, 600);
        }
        assertThat(quotas.urgent(Duration.ZERO)).isEmpty();

        taken(quotas, 600);

        assertThat(quotas.urgent(Duration.ZERO))
                .singleElement()
                .extracting(QuotaUse::requests)
                .isEqualTo(15);
        assertThat(quotas.all()).isEmpty();
    }

    @Test
    void aClockThatGoesBackLocksNoCallerOut() {
        ClusterRateLimiter quotas = alone();
        assertThat(taken(quotas, 1).granted()).isTrue();
        assertThat(taken(quotas, 1).granted()).isFalse();

        pass(Duration.ofHours(-2));

        assertThat(taken(quotas, 1).granted()).isTrue();
    }

    @Test
    @Verifies("rate-limits")
    void usageSurvivesARestart() {
        ClusterRateLimiter before = alone();
        for (int i = 0; i < 7; i++) {
            taken(before, 10);
        }
        List<QuotaUse> log = before.all();

        ClusterRateLimiter after = alone();
        log.forEach(after::apply);

        assertThat(taken(after, 10).left()).isEqualTo(2);
        assertThat(after.all()).singleElement().extracting(QuotaUse::requests).isEqualTo(8);
    }

    @Test
    void aNodeWhoseClockIsFarAheadUsesUpNoFutureMinutes() {
        ClusterRateLimiter quotas = alone();

        quotas.apply(new QuotaUse(KEY, now.plus(Duration.ofHours(1)), "b", 10));
        quotas.apply(new QuotaUse(KEY, now.minus(Duration.ofHours(1)), "b", 10));

        assertThat(taken(quotas, 10).left()).isEqualTo(9);
    }

    @Test
    void aNodeWithoutTheLogGrantsItsShare() {
        ClusterRateLimiter quotas = new ClusterRateLimiter(() -> now, "a", false);
        AtomicInteger granted = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            var _ = quotas.take(KEY, 100).subscribe(standing -> count(standing, granted));
        }
        assertThat(granted).hasValue(5);

        pass(Duration.ofMillis(RateWindow.PATIENCE_MILLIS));
        int more = 0;
        while (taken(quotas, 100).granted()) {
            more++;
        }
        // Waiting requests may have been granted earlier.
        int taken = more;
        await().until(() -> taken + granted.get() > 5);
        assertThat(taken + granted.get()).isBetween(6, 50);
    }

    private static void count(ClusterRateLimiter.Standing standing, AtomicInteger granted) {
        if (standing.granted()) {
            granted.incrementAndGet();
        }
    }

    /** Nodes that read each other's counts from one log, each with its own delay. */
    private final class Cluster {

        private final List<ClusterRateLimiter> nodes = new ArrayList<>();
        private final List<QuotaUse> log = new ArrayList<>();
        private final List<Integer> read = new ArrayList<>();
        private final AtomicInteger granted = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();

        Cluster(int size) {
            for (int i = 0; i < size; i++) {
                nodes.add(new ClusterRateLimiter(() -> now, "node-" + i, false));
                read.add(0);
            }
            // Every node knows of all others before.
            nodes.forEach(node -> {
                for (int i = 0; i < size; i++) {
                    node.apply(new QuotaUse("key_other", now, "node-" + i, 1));
                }
                var _ = node.all();
            });
        }

        void ask(int node, int quota) {
            var _ =
                    nodes.get(node)
                            .take(KEY, quota)
                            .subscribe(standing ->
                                    (standing.granted() ? granted : refused).incrementAndGet());
        }

        void tell(int node) {
            log.addAll(nodes.get(node).all());
        }

        boolean hear(int node) {
            int next = read.get(node);
            if (next == log.size()) {
                return false;
            }
            read.set(node, next + 1);
            nodes.get(node).apply(log.get(next));
            return true;
        }
    }

    @ParameterizedTest
    @Verifies("rate-limits")
    @CsvSource({"2,10", "2,60", "2,600", "3,600", "5,1000", "4,7"})
    void nodesTogetherExceedAQuotaByATwentiethForEachButOne(int size, int quota) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Cluster cluster = new Cluster(size);
            int asked = 3 * quota;
            for (int i = 0; i < asked; i++) {
                cluster.ask(random.nextInt(size), quota);
                if (random.nextInt(4) == 0) {
                    cluster.tell(random.nextInt(size));
                }
                for (int j = random.nextInt(3); j > 0; j--) {
                    cluster.hear(random.nextInt(size));
                }
            }
            settle(cluster, size, asked);

            int part = Math.max(1, quota / (20 * (size - 1)));
            assertThat(cluster.granted.get())
                    .as("seed %s", seed)
                    .isBetween(quota, quota + (size - 1) * part);
        }
    }

    /** All nodes publish and read until no request waits any more. */
    private static void settle(Cluster cluster, int size, int asked) {
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    for (int node = 0; node < size; node++) {
                        cluster.tell(node);
                    }
                    for (int node = 0; node < size; node++) {
                        while (cluster.hear(node)) {
                            // until it is up to date
                        }
                    }
                    return cluster.granted.get() + cluster.refused.get() == asked;
                });
    }
}
