package io.postrider.identity.auth;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.TestApi;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.OldSecret;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.users.TestPeople;
import io.postrider.platform.settings.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is forgotten of whom was seen, and what is not. */
class LastSeenRetentionTest {

    private static final String OLD_HASH = "e".repeat(64);

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final LastSeenRetention outlived =
            new LastSeenRetention(
                    api.keys(),
                    api.users(),
                    api.bean(KeyFreshness.class),
                    Settings.from(Map.of()).bind(SessionSettings.class),
                    () -> api.now());

    private boolean isOver(String subject, Duration ago) {
        return outlived.isOver(subject, api.now().minus(ago));
    }

    private ApiKey rotatedKey() {
        AtomicReference<ApiKey> made = new AtomicReference<>();
        api.key(
                TestApi.WORKSPACE,
                key -> {
                    made.set(key);
                    return key;
                });
        ApiKey rotated = with(made.get(), "previous", new OldSecret(OLD_HASH, 1, api.now()));
        api.keys().apply(api.event("key.rotated", new KeyEvent.KeyRotated(rotated), 2));
        return rotated;
    }

    @Test
    void aSessionIsForgottenWhenNoNodeCanHaveLetItInAnyMore() {
        TestPeople people = new TestPeople(api);
        String ada = people.user("ada@example.com");
        people.browser("ada@example.com");
        String hash = api.users().byId(ada).orElseThrow().value().sessions().getFirst().hash();

        assertThat(outlived.isHeld("session/" + hash)).isTrue();
        assertThat(isOver("session/" + hash, Duration.ofMinutes(89))).isFalse();
        assertThat(isOver("session/" + hash, Duration.ofMinutes(90))).isTrue();
    }

    @Test
    void aSessionThatNoUserHasIsForgottenAfterAnHour() {
        assertThat(outlived.isHeld("session/a")).isFalse();
        assertThat(isOver("session/a", Duration.ofMinutes(59))).isFalse();
        assertThat(isOver("session/a", Duration.ofMinutes(60))).isTrue();
    }

    @Test
    void aNodeThatIsBehindForgetsNothingForWantOfItsKeyOrUser() {
        String unknown = LastSeenTracker.ofKey("key_unknown", "d".repeat(64));
        api.keyAge(KeyFreshness.READ_AGE_MAX.plusSeconds(1));

        assertThat(outlived.isHeld(unknown)).isTrue();
        assertThat(isOver(unknown, Duration.ofDays(31))).isFalse();
    }

    @Test
    void aSecretIsRememberedAsLongAsAKeyHasIt() {
        ApiKey key = rotatedKey();

        for (String hash : new String[] {key.secretHash(), OLD_HASH}) {
            assertThat(isOver(LastSeenTracker.ofKey(key.id(), hash), Duration.ofDays(3_650)))
                    .isFalse();
        }
    }

    @Test
    void aSecretThatNoKeyHasIsForgottenAfterAnHour() {
        String gone = LastSeenTracker.ofKey(rotatedKey().id(), "d".repeat(64));
        String unknown = LastSeenTracker.ofKey("key_unknown", "d".repeat(64));

        for (String subject : new String[] {gone, unknown}) {
            assertThat(isOver(subject, Duration.ofMinutes(59))).isFalse();
            assertThat(isOver(subject, Duration.ofMinutes(60))).isTrue();
        }
    }
}
