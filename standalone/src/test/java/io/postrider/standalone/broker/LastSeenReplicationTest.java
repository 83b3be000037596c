package io.postrider.standalone.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.identity.lastseen.KeyLastUse;
import io.postrider.identity.lastseen.LastSeenProjection;
import io.postrider.identity.lastseen.LastSeenPublisher;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.lastseen.LastSeenTracker.LastUse;
import io.postrider.identity.lastseen.Lifetimes;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The replication of last-seen times between nodes and across restarts. */
class LastSeenReplicationTest {

    private static final String WORKSPACE = "ws_1";
    private static final String KEY = "key_1";
    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:07.123Z");
    private static final KeyLastUse USE =
            new KeyLastUse("203.0.113.9", "curl/8.5", "GET /api/v1/links");
    private static final Duration OFTEN = Duration.ofMillis(100);

    @TempDir static Path folder;
    private static EmbeddedBroker broker;
    private static KafkaSettings settings;
    private static KafkaClients clients;
    private static DataKeys dataKeys;

    @BeforeAll
    static void start() {
        broker = Brokers.start(folder.resolve("broker"), Durability.REPLICATED);
        settings = Brokers.provisioned(broker, Durability.REPLICATED);
        clients = KafkaClients.open(settings);
        dataKeys = new DataKeys(SecretFiles.open(folder.resolve("secrets")));
        dataKeys.put(WORKSPACE, 0, dataKeys.mint(WORKSPACE));
    }

    @AfterAll
    static void stop() {
        clients.close();
        broker.close();
    }

    /** No secret and no session is given up. */
    private record AllHeld() implements Lifetimes {
        @Override
        public boolean isHeld(String subject) {
            return true;
        }

        @Override
        public boolean isOver(String subject, Instant at) {
            return false;
        }
    }

    /** The parts of a node that record, write and read last-seen times. */
    private static final class Node implements AutoCloseable {

        final LastSeenTracker lastSeen =
                new LastSeenTracker(new SecretBox(dataKeys), new AllHeld(), key -> key);
        private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 2 << 20);
        private final ProjectionStore store;
        private final ProjectionRunner runner;
        private final LastSeenPublisher log;

        Node(String name, Duration every) {
            LockedSchemaIds ids = LockedSchemaIds.shipped();
            store = ProjectionStore.open(folder.resolve(name), memory, 50);
            LastSeenProjection view = new LastSeenProjection(lastSeen, 0x1c, ids);
            view.restore(store);
            runner =
                    new ProjectionRunner(
                            name, clients, store, List.of(view), ProjectionSettings.DEFAULTS);
            runner.start();
            log = LastSeenPublisher.start(clients, lastSeen, view.in(store), ids, every);
        }

        Optional<LastUse> lastUse() {
            return lastSeen.lastUse(WORKSPACE, KEY, HASH);
        }

        @Override
        public void close() {
            log.close();
            runner.close();
            store.close();
            memory.close();
        }
    }

    @Test
    @Verifies("session-ends")
    void lastSeenTimesReachEveryNodeAndSurviveARestart() {
        LastUse use = new LastUse(Instant.parse("2026-11-22T10:00:00Z"), Optional.of(USE));
        try (Node a = new Node("a", OFTEN);
                Node b = new Node("b", OFTEN)) {
            a.lastSeen.key(WORKSPACE, KEY, HASH, NOW, () -> USE);
            a.lastSeen.session("s", NOW);

            await().untilAsserted(() -> assertThat(b.lastUse()).hasValue(use));
            await().untilAsserted(() -> assertThat(b.lastSeen.lastActive("s")).hasValue(NOW));
        }
        try (Node a = new Node("a", OFTEN);
                Node fresh = new Node("fresh", OFTEN)) {
            await().untilAsserted(() -> assertThat(a.lastUse()).hasValue(use));
            await().untilAsserted(() -> assertThat(fresh.lastUse()).hasValue(use));
            await().untilAsserted(() -> assertThat(a.lastSeen.lastActive("s")).hasValue(NOW));
        }
    }

    @Test
    void lastSeenTimesBeforeAStopAreKnown() {
        try (Node a = new Node("late", Duration.ofHours(1))) {
            a.lastSeen.session("late", NOW);
        }
        try (Node b = new Node("b2", OFTEN)) {
            await().untilAsserted(() -> assertThat(b.lastSeen.lastActive("late")).hasValue(NOW));
        }
    }
}
