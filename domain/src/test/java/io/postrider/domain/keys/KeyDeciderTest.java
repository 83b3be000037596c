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
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.ExpireKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyCommand.RotateKey;
import io.postrider.domain.keys.KeyCommand.UpdateKey;
import io.postrider.domain.keys.KeyEvent.KeyCreated;
import io.postrider.domain.keys.KeyEvent.KeyExpired;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.keys.KeyEvent.KeyRotated;
import io.postrider.domain.keys.KeyEvent.KeyUpdated;
import io.postrider.domain.keys.KeyState.Expired;
import io.postrider.domain.keys.KeyState.Live;
import io.postrider.domain.keys.KeyState.Revoked;
import io.postrider.domain.keys.KeyState.Unknown;
import io.postrider.testkit.claims.Verifies;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class KeyDeciderTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");
    private static final Instant EARLIER = Instant.parse("2026-01-15T00:00:00Z");
    private static final Instant END = Instant.parse("2027-01-01T00:00:00Z");
    private static final ApiKey KEY = key(WORKSPACE, null, CREATED_AT);
    private static final ApiKey FOREIGN_KEY = key(OTHER_WORKSPACE, null, CREATED_AT);
    private static final ApiKey REVOKED_KEY = key(WORKSPACE, EARLIER, EARLIER);
    private static final RevokeKey REVOKE = new RevokeKey(WORKSPACE);
    private static final UpdateKey RENAME = new UpdateKey(WORKSPACE, renaming("renamed"));
    private static final Instant OVERLAP = AT.plusSeconds(60);
    private static final RotateKey ROTATE = new RotateKey(WORKSPACE, "new hash", 4, OVERLAP);
    private static final ExpireKey EXPIRE = new ExpireKey(WORKSPACE, END);
    private static final ApiKey ROTATED =
            with(
                    with(
                            with(with(KEY, "secretHash", "new hash"), "pepperVersion", 4),
                            "previous",
                            new OldSecret(KEY.secretHash(), KEY.pepperVersion(), OVERLAP)),
                    "updatedAt",
                    AT);
    private static final List<KeyCommand> FOREIGN =
            List.of(
                    new RevokeKey(OTHER_WORKSPACE),
                    new UpdateKey(OTHER_WORKSPACE, renaming("stolen")),
                    new RotateKey(OTHER_WORKSPACE, "stolen", 4, OVERLAP),
                    new ExpireKey(OTHER_WORKSPACE, END));

    private final KeyDecider decider = new KeyDecider();
    private final DeciderSpec<KeyCommand, KeyState, KeyEvent> spec = DeciderSpec.of(decider, AT);

    @TestFactory
    Stream<DynamicTest> decidesOnEveryCommandInEveryState() {
        Rejection exists = Rejection.exists("key", KEY.id());
        Rejection missing = Rejection.notFound("key");
        ApiKey revokedNow = key(WORKSPACE, AT, AT);
        ApiKey renamed = with(with(KEY, "name", "renamed"), "updatedAt", AT);
        DecisionTable<KeyCommand, KeyState, KeyEvent> table =
                new DecisionTable<KeyCommand, KeyState, KeyEvent>(decider, AT)
                        .accepts(
                                "unknown, create",
                                new Unknown(),
                                new CreateKey(KEY),
                                new KeyCreated(KEY))
                        .accepts("live, rename", new Live(KEY), RENAME, new KeyUpdated(renamed))
                        .accepts("live, rotate", new Live(KEY), ROTATE, new KeyRotated(ROTATED))
                        .accepts("live, revoke", new Live(KEY), REVOKE, new KeyRevoked(revokedNow))
                        .accepts("live, expire too early", new Live(KEY), EXPIRE)
                        .accepts(
                                "expired, revoke",
                                new Expired(KEY),
                                REVOKE,
                                new KeyRevoked(revokedNow))
                        .accepts("expired, expire", new Expired(KEY), EXPIRE)
                        .refuses("expired, rename", new Expired(KEY), RENAME, KeyDecider.EXPIRED)
                        .refuses("expired, rotate", new Expired(KEY), ROTATE, KeyDecider.EXPIRED)
                        .accepts("revoked, revoke", new Revoked(REVOKED_KEY), REVOKE)
                        .accepts("revoked, expire", new Revoked(REVOKED_KEY), EXPIRE)
                        .refuses("revoked, rename", new Revoked(KEY), RENAME, KeyDecider.REVOKED)
                        .refuses("revoked, rotate", new Revoked(KEY), ROTATE, KeyDecider.REVOKED);
        for (KeyCommand command : List.of(RENAME, ROTATE, REVOKE, EXPIRE)) {
            table.refuses("unknown, " + command, new Unknown(), command, missing);
        }
        for (KeyState known : List.of(new Live(KEY), new Expired(KEY), new Revoked(REVOKED_KEY))) {
            table.refuses("create again: " + known, known, new CreateKey(KEY), exists)
                    .refuses("foreign create: " + known, known, new CreateKey(FOREIGN_KEY), exists);
            for (KeyCommand command : FOREIGN) {
                table.refuses("foreign " + command + ": " + known, known, command, missing);
            }
        }
        return table.tests(KeyState.class, KeyCommand.class);
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
                .thenRefused(Rejection.exists("key", KEY.id()));
    }

    @Test
    void aKeyThatHasExpiredIsNotMade() {
        spec.given()
                .when(new CreateKey(with(KEY, "expiresAt", AT)))
                .thenRefused(
                        Rejection.invalid(
                                List.of(
                                        new FieldError(
                                                "/expires_at",
                                                "in_the_past",
                                                "Expected a time in the future."))))
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
    void aRotationReplacesTheSecretThatIsStillGoodFromTheOneBefore() {
        ApiKey again =
                with(
                        with(ROTATED, "secretHash", "newest"),
                        "previous",
                        new OldSecret("new hash", 4, OVERLAP));
        spec.given(new KeyCreated(KEY), new KeyRotated(ROTATED))
                .when(new RotateKey(WORKSPACE, "newest", 4, OVERLAP))
                .then(new KeyRotated(again));
    }

    @Test
    void withoutAnOverlapTheOldSecretEndsAtOnce() {
        spec.given(new KeyCreated(KEY))
                .when(new RotateKey(WORKSPACE, "new hash", 4, AT))
                .then(new KeyRotated(with(ROTATED, "previous", null)));
    }

    @Test
    void noOldSecretOutlivesItsKey() {
        spec.given(new KeyCreated(KEY), new KeyRotated(ROTATED))
                .when(REVOKE)
                .then(new KeyRevoked(with(with(ROTATED, "previous", null), "revokedAt", AT)));
    }

    @Test
    @Verifies("key-restrictions")
    void aKeyExpiresAtItsEndAndChangesNoMore() {
        ApiKey ended = with(KEY, "expiresAt", AT);
        ApiKey expired = with(ended, "updatedAt", AT);
        spec.given(new KeyCreated(ended))
                .when(RENAME)
                .thenRefused(KeyDecider.EXPIRED)
                .when(ROTATE)
                .thenRefused(KeyDecider.EXPIRED)
                .when(new ExpireKey(WORKSPACE, AT.minusMillis(1)))
                .thenNothing()
                .when(new ExpireKey(WORKSPACE, AT))
                .then(new KeyExpired(expired))
                .when(RENAME)
                .thenRefused(KeyDecider.EXPIRED);
    }

    @Test
    void aMovedExpiryOfAKeyReplacesTheOldOne() {
        spec.given(new KeyCreated(with(KEY, "expiresAt", AT.plusMillis(1))))
                .when(new UpdateKey(WORKSPACE, ending(null)))
                .then(new KeyUpdated(with(with(KEY, "expiresAt", null), "updatedAt", AT)))
                .when(new ExpireKey(WORKSPACE, AT))
                .thenNothing();
    }

    @Test
    void anEndInThePastIsNotGivenToAKey() {
        spec.given(new KeyCreated(KEY))
                .when(new UpdateKey(WORKSPACE, ending(AT)))
                .thenRefused(
                        Rejection.invalid(
                                List.of(
                                        new FieldError(
                                                "/expires_at",
                                                "in_the_past",
                                                "Expected a time in the future."))));
    }

    @Test
    void aChangeThatChangesNothingIsNone() {
        spec.given(new KeyCreated(KEY))
                .when(new UpdateKey(WORKSPACE, renaming(KEY.name())))
                .thenNothing();
    }

    @Test
    void onlyTheNamedFieldsChange() {
        KeyPatch all =
                new KeyPatch(
                        List.of(
                                "scopes",
                                "resources",
                                "ip_allow",
                                "origins",
                                "requests_per_minute"),
                        "not named",
                        List.of("links:read"),
                        List.of(),
                        List.of("10.1.0.0/16"),
                        List.of(),
                        1,
                        AT);
        ApiKey changed = all.applyTo(KEY, AT);
        assertThat(changed)
                .isEqualTo(
                        new ApiKey(
                                KEY.id(),
                                WORKSPACE,
                                KEY.publicId(),
                                KEY.name(),
                                KEY.environment(),
                                List.of("links:read"),
                                List.of(),
                                List.of("10.1.0.0/16"),
                                List.of(),
                                KEY.secretHash(),
                                KEY.pepperVersion(),
                                null,
                                1,
                                KEY.expiresAt(),
                                null,
                                CREATED_AT,
                                AT));
    }

    private static KeyPatch renaming(String name) {
        return new KeyPatch(
                List.of("name"), name, List.of(), List.of(), List.of(), List.of(), null, null);
    }

    private static KeyPatch ending(@Nullable Instant end) {
        return new KeyPatch(
                List.of("expires_at"), null, List.of(), List.of(), List.of(), List.of(), null, end);
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
    void aKeyThatIsOutOfForceIsNeverLiveAgain() {
        new RandomHistories<>(
                        decider,
                        KeyDeciderTest::randomCommand,
                        command -> !(command instanceof RotateKey),
                        Over::new)
                .check(
                        KeyEvent.class,
                        "key_exists",
                        "not_found",
                        "key_revoked",
                        "key_expired",
                        "invalid");
    }

    private static KeyCommand randomCommand(Random random) {
        String workspace = random.nextInt(4) == 0 ? OTHER_WORKSPACE : WORKSPACE;
        ApiKey key = key(workspace, null, CREATED_AT);
        Instant end = random.nextBoolean() ? CREATED_AT.plusSeconds(random.nextInt(4) * 5L) : END;
        return switch (random.nextInt(12)) {
            case 0 -> new RevokeKey(workspace);
            case 1, 2 -> new ExpireKey(workspace, end);
            case 3 -> new CreateKey(with(key, "expiresAt", Instant.MIN));
            case 4, 5 -> new UpdateKey(workspace, ending(end));
            case 6 -> new UpdateKey(workspace, renaming("n" + random.nextInt(3)));
            case 7, 8 -> new RotateKey(workspace, "h" + random.nextInt(), 1, end);
            default -> new CreateKey(with(key, "expiresAt", end));
        };
    }

    /** Remembers that a key went out of force, to see that nothing undoes it. */
    private static final class Over implements RandomHistories.Law<KeyCommand, KeyState, KeyEvent> {

        private boolean over;

        @Override
        public void check(Step<KeyCommand, KeyState, KeyEvent> step) {
            if (over) {
                assertThat(step.after()).isNotInstanceOf(Live.class);
                assertThat(step.events()).allMatch(KeyRevoked.class::isInstance);
            }
            for (KeyEvent event : step.events()) {
                assertThat(event.key().workspace()).isEqualTo(step.command().workspace());
                over |= event instanceof KeyRevoked || event instanceof KeyExpired;
            }
        }
    }
}
