package io.postrider.identity.auth;

import io.postrider.platform.settings.Between;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DurationUnit;

/**
 * Lifetime and rate limit of sessions.
 *
 * @param idle the time after which a session without requests on any node ends
 * @param longest the maximum duration of a session
 * @param requestsPerMinute the rate limit of a user with the session cookie, for all browsers and nodes together
 */
@ConfigurationProperties("postrider")
public record SessionSettings(
        @Name("session-idle-minutes")
                @DefaultValue("30")
                @DurationUnit(ChronoUnit.MINUTES)
                @Between(max = MINUTES_MAX)
                Duration idle,
        @Name("session-max-minutes")
                @DefaultValue("720")
                @DurationUnit(ChronoUnit.MINUTES)
                @Between(max = MINUTES_MAX)
                Duration longest,
        @Name("session-requests-per-minute") @DefaultValue("600") @Between(max = 1_000_000)
                int requestsPerMinute) {

    private static final int MINUTES_MAX = 60 * 24 * 30;
}
