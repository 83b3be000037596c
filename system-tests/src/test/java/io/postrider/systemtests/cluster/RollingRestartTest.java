package io.postrider.systemtests.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** An upgrade of the cluster: every service restarts, no visitor sees an error, and no link of a caller is lost. */
@Tag("faults")
@Tag("upgrade")
@Isolated("three brokers and five roles take what a machine has")
class RollingRestartTest {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int VISITS = 100;

    @Test
    @Timeout(value = 29, unit = TimeUnit.MINUTES)
    void callersAndVisitorsGoOn() throws Exception {
        try (Cluster cluster = Cluster.start()) {
            RetryingClient client = new RetryingClient(cluster.url(), cluster.apiKey());
            var _ = client.create("upgraded");
            AtomicInteger created = new AtomicInteger();
            AtomicInteger visits = new AtomicInteger();
            try (Load load = new Load()) {
                load.call(created, i -> client.create("r" + i));
                load.visit(visits, _ -> client.visit("upgraded"));
                load.visit(visits, _ -> client.visit("upgraded"));
                for (List<String> services : Cluster.STEPS_OF_UPGRADE) {
                    int before = visits.get();
                    cluster.restart(services);
                    await().atMost(PATIENCE).until(() -> visits.get() > before + VISITS);
                }
            }
            System.out.printf(
                    "rolling restart: %d links and %d visits, %d tries failed%n",
                    created.get(), visits.get(), client.retried().size());
            client.retried().forEach(System.out::println);
            assertThat(client.retried()).noneMatch(failed -> failed.contains("/upgraded:"));
            for (int i = 1; i <= created.get(); i++) {
                var _ = client.visit("r" + i);
            }
            assertThat(client.failed()).isEmpty();
        }
    }
}
