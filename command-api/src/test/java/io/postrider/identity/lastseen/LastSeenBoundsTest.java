package io.postrider.identity.lastseen;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.testkit.claims.Verifies;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How much a node remembers of whom it saw. */
class LastSeenBoundsTest {

    private static final String KEY = "key_01kb3q8z2bf6srz0c9y1w5d3tq";
    private static final String HASH = "0123456789abcdef".repeat(4);
    private static final String OTHER_HASH = "f".repeat(64);
    private static final Instant NOW = Instant.parse("2026-11-22T10:00:07.123Z");
    private static final KeyLastUse USE =
            new KeyLastUse("203.0.113.9", "curl/8.5", "GET /api/v1/links");

    @AutoClose private final TestApi api = new TestApi();
    private final FakeLifetimes lifetimes = new FakeLifetimes(NOW.minusSeconds(60));
    private final Map<String, String> owners = new ConcurrentHashMap<>();
    private final LastSeenTracker here =
            new LastSeenTracker(new SecretBox(api.dataKeys()), lifetimes, this::owner);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final LastSeenPublisher log =
            new LastSeenPublisher(producer, here, each -> {}, LockedSchemaIds.shipped());

    /** A key belongs to the owner in its id: {@code key_ada_1} to ada; one without to itself. */
    private String owner(String key) {
        String named = key.replaceFirst("key_([a-z]+)_.*", "$1");
        return owners.getOrDefault(key, named);
    }

    private void used(String hash, Instant at) {
        here.key(TestApi.WORKSPACE, KEY, hash, at, () -> USE);
    }

    private boolean isKnown(String hash) {
        return isKnown(KEY, hash);
    }

    private boolean isKnown(String key, String hash) {
        return here.lastUse(TestApi.WORKSPACE, key, hash).isPresent();
    }

    @Test
    void aSessionThatAUserHasAlwaysHasRoom() {
        for (int i = 0; i < SeenSessions.SESSIONS_MAX; i++) {
            RemoteNode.session(here, "s" + i, NOW);
        }
        lifetimes.held.add("session/held");
        RemoteNode.session(here, "held", NOW);
        RemoteNode.session(here, "unknown", NOW);
        here.session("here", NOW);

        assertThat(here.lastActive("held")).hasValue(NOW);
        assertThat(here.lastActive("unknown")).isEmpty();
        assertThat(here.lastActive("here")).hasValue(NOW);
    }

    @Test
    void whereThereAreTooManySessionsThoseThatNoUserHasAreForgottenAtOnce() {
        RemoteNode.session(here, "ended", NOW);
        log.sweep();
        assertThat(here.lastActive("ended")).isPresent();

        for (int i = 0; i < SeenSessions.SESSIONS_MAX; i++) {
            lifetimes.held.add("session/s" + i);
            RemoteNode.session(here, "s" + i, NOW);
        }
        assertThat(here.isCrowded()).isTrue();
        log.sweep();
        producer.completeNext();

        assertThat(producer.history()).hasSize(1);
        assertThat(here.lastActive("ended")).isEmpty();
        assertThat(here.isCrowded()).isFalse();
    }

    @Test
    void secretsOfAllKeysHaveABound() {
        for (int i = 0; i < SeenSecrets.SECRETS_MAX; i++) {
            RemoteNode.rotations(here, "key_" + i, 1, NOW);
        }
        used(HASH, NOW);
        assertThat(isKnown(HASH)).isFalse();

        here.key(TestApi.WORKSPACE, "key_0", OTHER_HASH, NOW.plusSeconds(60), () -> USE);
        assertThat(here.lastUse(TestApi.WORKSPACE, "key_0", OTHER_HASH))
                .as("a new secret takes the place of another one of its key")
                .isPresent();
        assertThat(here.lastUse(TestApi.WORKSPACE, "key_0", RemoteNode.hash(0))).isEmpty();
    }

    @Test
    @Verifies("workspace-shares")
    void theKeysOfOneOwnerLeaveRoomForThoseOfOthers() {
        for (int i = 0; i < SeenSecrets.SECRETS_MAX; i++) {
            RemoteNode.rotations(here, "key_ada_" + i, 1, NOW);
        }
        used(HASH, NOW);
        here.key(TestApi.WORKSPACE, "key_ada_new", HASH, NOW, () -> USE);

        assertThat(isKnown(HASH)).isTrue();
        assertThat(isKnown("key_ada_new", HASH)).isFalse();
    }

    @Test
    void keysTakeTheShareOfTheirOwnerAsSoonAsItIsKnown() {
        for (int i = 0; i < SeenSecrets.SECRETS_MAX; i++) {
            RemoteNode.rotations(here, "key_" + i, 1, NOW);
            owners.put("key_" + i, "ada");
        }
        write();
        used(HASH, NOW);

        assertThat(isKnown(HASH)).isTrue();
        assertThat(producer.history()).as("what has no room stays in the log").isEmpty();
        assertThat(
                        IntStream.range(0, SeenSecrets.SECRETS_MAX)
                                .mapToObj(i -> "key_" + i)
                                .filter(key -> isKnown(key, RemoteNode.hash(0))))
                .hasSize(SeenSecrets.SECRETS_MAX / 4);
    }

    @Test
    void aSecretThatItsKeyHasIsKeptHoweverLongItWasNotSeen() {
        lifetimes.held.add(LastSeenTracker.ofKey(KEY, HASH));
        used(HASH, NOW);
        for (int i = 0; i < 10; i++) {
            used(RemoteNode.hash(i), NOW.plusSeconds(60));
        }

        assertThat(isKnown(HASH)).isTrue();
    }

    @Test
    @Verifies("session-ends")
    void secretsTakeNoRoomFromSessions() {
        RemoteNode.rotations(here, KEY, 200_000, NOW);
        here.session("s", NOW);
        write();

        assertThat(here.lastActive("s")).hasValue(NOW);
    }

    @Test
    void secretsThatWereReplacedLeaveTheLogAndMemory() {
        for (int i = 0; i < 10; i++) {
            used(RemoteNode.hash(i), NOW.plusSeconds(60L * i));
            write();
        }
        write();

        assertThat(isKnown(RemoteNode.hash(0))).isFalse();
        assertThat(isKnown(RemoteNode.hash(8))).isTrue();
        assertThat(isKnown(RemoteNode.hash(9))).isTrue();
        assertThat(producer.history())
                .filteredOn(record -> record.value() == null)
                .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                .startsWith(LastSeenTracker.ofKey(KEY, RemoteNode.hash(0)))
                .hasSizeGreaterThan(5);
    }

    /** Writes, and the log takes it. */
    private void write() {
        log.write();
        while (producer.completeNext()) {
            // All that was sent is in the log.
        }
    }
}
