package io.postrider.domain.keys;

import static io.postrider.domain.keys.ApiKeySamples.CREATED_AT;
import static io.postrider.domain.keys.ApiKeySamples.OTHER_WORKSPACE;
import static io.postrider.domain.keys.ApiKeySamples.WORKSPACE;
import static io.postrider.domain.keys.ApiKeySamples.key;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.kernel.DecisionTable;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.RandomHistories;
import io.postrider.domain.kernel.RandomHistories.Step;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyEvent.KeyCreated;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.keys.KeyRejection.KeyExists;
import io.postrider.domain.keys.KeyRejection.KeyInvalid;
import io.postrider.domain.keys.KeyRejection.KeyMissing;
import io.postrider.domain.keys.KeyState.Live;
import io.postrider.domain.keys.KeyState.Revoked;
import io.postrider.domain.keys.KeyState.Unknown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class KeyDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Instant EARLIER = Instant.parse("2026-01-15T00:00:00Z");
    private static final ApiKey KEY = key(WORKSPACE, null, CREATED_AT);
    private static final ApiKey FOREIGN_KEY = key(OTHER_WORKSPACE, null, CREATED_AT);
    private static final ApiKey REVOKED_KEY = key(WORKSPACE, EARLIER, EARLIER);
    private static final RevokeKey REVOKE = new RevokeKey(WORKSPACE);
    private static final RevokeKey FOREIGN_REVOKE = new RevokeKey(OTHER_WORKSPACE);

    private final KeyDecider decider = new KeyDecider();
    private final DeciderSpec<KeyCommand, KeyState, KeyEvent, KeyRejection> spec =
            DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        KeyExists exists = new KeyExists(KEY.id());
        KeyMissing missing = new KeyMissing();
        ApiKey revokedNow = key(WORKSPACE, AT, AT);
        return new DecisionTable<KeyCommand, KeyState, KeyEvent, KeyRejection>(decider, AT)
                .accepts("unknown, create", new Unknown(), new CreateKey(KEY), new KeyCreated(KEY))
                .refuses("unknown, revoke", new Unknown(), REVOKE, missing)
                .refuses("live, create", new Live(KEY), new CreateKey(KEY), exists)
                .refuses("live, foreign create", new Live(KEY), new CreateKey(FOREIGN_KEY), exists)
                .accepts("live, revoke", new Live(KEY), REVOKE, new KeyRevoked(revokedNow))
                .refuses("live, foreign revoke", new Live(KEY), FOREIGN_REVOKE, missing)
                .refuses("revoked, create", new Revoked(REVOKED_KEY), new CreateKey(KEY), exists)
                .refuses(
                        "revoked, foreign create",
                        new Revoked(REVOKED_KEY),
                        new CreateKey(FOREIGN_KEY),
                        exists)
                .accepts("revoked, revoke", new Revoked(REVOKED_KEY), REVOKE)
                .refuses(
                        "revoked, foreign revoke",
                        new Revoked(REVOKED_KEY),
                        FOREIGN_REVOKE,
                        missing)
                .tests(KeyState.class, KeyCommand.class);
    }

    @Test
    void aKeyIsRevokedOnceAndForEver() {
        spec.given()
                .when(new CreateKey(KEY))
                .then(new KeyCreated(KEY))
                .when(REVOKE)
                .then(new KeyRevoked(key(WORKSPACE, AT, AT)))
                .when(REVOKE)
                .thenNothing()
                .when(new CreateKey(KEY))
                .thenRefused(new KeyExists(KEY.id()));
    }

    @Test
    void aKeyThatHasExpiredIsNotMade() {
        spec.given()
                .when(new CreateKey(with(KEY, "expiresAt", AT)))
                .thenRefused(
                        new KeyInvalid(
                                List.of(
                                        new FieldError(
                                                "/expires_at",
                                                "in_the_past",
                                                "Must be in the future."))))
                .when(new CreateKey(with(KEY, "expiresAt", AT.plusMillis(1))))
                .then(new KeyCreated(with(KEY, "expiresAt", AT.plusMillis(1))));
    }

    @Test
    void aSecondRevocationKeepsTheTimeOfTheFirst() {
        // given
        KeyState state = decider.replay(List.of(new KeyCreated(KEY), new KeyRevoked(REVOKED_KEY)));

        // when
        spec.given(new KeyCreated(KEY), new KeyRevoked(REVOKED_KEY)).when(REVOKE).thenNothing();

        // then
        assertThat(state).isEqualTo(new Revoked(REVOKED_KEY));
    }

    @Test
    void aKeyKeepsItsListsWhateverBecomesOfTheirSource() {
        // given
        List<String> source = new ArrayList<>(List.of("links:read"));
        ApiKey key =
                new ApiKey(
                        KEY.id(),
                        WORKSPACE,
                        "0123456789AB",
                        "n",
                        "live",
                        source,
                        source,
                        source,
                        source,
                        "hash",
                        1,
                        null,
                        null,
                        null,
                        CREATED_AT,
                        CREATED_AT);

        // when
        source.add("keys:write");

        // then
        for (List<String> held :
                List.of(key.scopes(), key.resources(), key.ipAllow(), key.origins())) {
            assertThat(held).containsExactly("links:read");
            assertThatThrownBy(() -> held.add("keys:write"))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void aKeyDoesNotShowItsHashByAccident() {
        assertThat(KEY.toString()).contains(KEY.id()).doesNotContain(KEY.secretHash());
    }

    @Test
    void aRevokedKeyIsNeverLiveAgain() {
        new RandomHistories<>(decider, KeyDeciderTest::randomCommand, _ -> true, OnceRevoked::new)
                .check(KeyEvent.class, KeyRejection.class);
    }

    private static KeyCommand randomCommand(Random random) {
        String workspace = random.nextInt(4) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        ApiKey key = key(workspace, null, CREATED_AT);
        return switch (random.nextInt(6)) {
            case 0, 1 -> new RevokeKey(workspace);
            case 2 -> new CreateKey(with(key, "expiresAt", Instant.MIN));
            default -> new CreateKey(key);
        };
    }

    /** Remembers a revocation, to see that nothing undoes it. */
    private static final class OnceRevoked
            implements RandomHistories.Law<KeyCommand, KeyState, KeyEvent, KeyRejection> {

        private boolean revoked;

        @Override
        public void check(Step<KeyCommand, KeyState, KeyEvent, KeyRejection> step) {
            if (revoked) {
                assertThat(step.events()).isEmpty();
                assertThat(step.after()).isInstanceOf(Revoked.class);
            }
            for (KeyEvent event : step.events()) {
                assertThat(event.key().workspace()).isEqualTo(step.command().workspace());
                revoked |= event instanceof KeyRevoked;
            }
        }
    }
}
