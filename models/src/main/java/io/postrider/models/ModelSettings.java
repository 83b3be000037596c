package io.postrider.models;

import io.postrider.platform.settings.Between;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.boot.convert.DurationUnit;

/**
 * Settings of calls to providers of models.
 *
 * @param deadline the maximum duration of a completion whose connection has no timeout
 * @param callsMax the number of concurrent requests of a process to model providers
 */
@ConfigurationProperties("postrider")
public record ModelSettings(
        @Name("model-timeout-seconds")
                @DefaultValue("120")
                @DurationUnit(ChronoUnit.SECONDS)
                @Between(max = 600)
                Duration deadline,
        @Name("model-calls-max") @DefaultValue("256") @Between(max = 10_000) int callsMax) {

    /** The longest that a connection, too, can ask for. */
    static final Duration DEADLINE_MAX = Duration.ofMinutes(10);
}
