package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.identity.ratelimit.RateLimitReplication;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/** The replication of rate-limit usage between nodes and across restarts. */
@Tag("servers")
class QuotasTest {

    private static final int QUOTA = 600;

    /** All of it is to happen within one minute, however long the machine takes. */
    private final InstantSource clock = InstantSource.fixed(Instant.now());

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static KafkaSettings settings;
    private static KafkaClients clients;

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        settings = Brokers.provisioned(broker, Durability.REPLICATED);
        clients = KafkaClients.open(settings);
    }

    @AfterAll
    static void stop() {
        clients.close();
        broker.close();
    }

    /** The parts of a node that count, publish and read usage. */
    private final class Node implements AutoCloseable {

        private final ClusterRateLimiter quotas;
        private final RateLimitReplication shared;

        Node(String name) {
            quotas = new ClusterRateLimiter(clock, name, false);
            shared = RateLimitReplication.start(clients, quotas, LockedSchemaIds.shipped(), clock);
            await().until(() -> shared.caughtUp().isDone());
        }

        /** How many of so many requests at once are let in. */
        Flux<ClusterRateLimiter.Standing> ask(String key, int times) {
            return Flux.range(0, times).flatMap(_ -> quotas.take(key, QUOTA), 50);
        }

        int granted(String key, int times) {
            return (int)
                    ask(key, times).toStream().filter(ClusterRateLimiter.Standing::granted).count();
        }

        @Override
        public void close() {
            shared.close();
        }
    }

    @Test
    @Verifies("rate-limits")
    void twoNodesTogetherKeepAQuotaWithinATwentieth() {
        try (Node a = new Node("a");
                Node b = new Node("b")) {
            List<ClusterRateLimiter.Standing> all =
                    Flux.merge(a.ask("key_1", 2 * QUOTA), b.ask("key_1", 2 * QUOTA))
                            .collectList()
                            .blockOptional()
                            .orElseThrow();

            assertThat(all).hasSize(4 * QUOTA);
            assertThat(all.stream().filter(ClusterRateLimiter.Standing::granted).count())
                    .isBetween((long) QUOTA, (long) QUOTA + QUOTA / 20);
        }
    }

    @Test
    @Verifies("rate-limits")
    void usageSurvivesARestartAndReachesOtherNodes() {
        try (Node before = new Node("before")) {
            assertThat(before.granted("key_2", 500)).isEqualTo(500);
        }
        try (Node again = new Node("before")) {
            assertThat(again.granted("key_2", 50)).isEqualTo(50);
        }
        try (Node other = new Node("other")) {
            assertThat(other.granted("key_2", QUOTA)).isEqualTo(QUOTA - 550);
        }
    }
}
