package io.postrider.webhooks.health;

import static io.postrider.testkit.records.Records.with;
import static io.postrider.webhooks.health.HealthSamples.START;
import static io.postrider.webhooks.health.HealthSamples.WORKSPACE;
import static io.postrider.webhooks.health.HealthSamples.endpoint;
import static io.postrider.webhooks.health.HealthSamples.failing;
import static io.postrider.webhooks.health.HealthSamples.failure;
import static io.postrider.webhooks.health.HealthSamples.success;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.schemas.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When an endpoint is failing, has recovered or is disabled. */
class HealthRulesTest {

    private EndpointHealth health = EndpointHealth.NONE;
    private long offset;

    @Test
    void halfOfTwentyAttemptsMakeAnEndpointFail() {
        for (int i = 0; i < 9; i++) {
            count(success(START.plusSeconds(i)));
            count(failure(START.plusSeconds(i)));
        }
        count(success(START.plusSeconds(10)));
        assertThat(missing(endpoint(), 10)).isEmpty();
        count(failure(START.plusSeconds(11)));

        assertThat(missing(endpoint(), 11))
                .hasValueSatisfying(command -> {
                    ReportWebhookFailing report = (ReportWebhookFailing) command;
                    assertThat(report.failures().progress()).isZero();
                    assertThat(report.failures().attempts()).isEqualTo(20);
                    assertThat(report.failures().failed()).isEqualTo(10);
                    assertThat(report.failures().lastError()).isEqualTo("status_not_2xx");
                    assertThat(report.failures().lastSuccessAt()).isEqualTo(START.plusSeconds(10));
                    assertThat(report.failures().disablesAt())
                            .isEqualTo(START.plusSeconds(11).plus(Duration.ofDays(5)));
                });
        assertThat(missing(failing(START.plusSeconds(11), 0), 12)).isEmpty();
    }

    @Test
    void lessThanHalfOrLessThanTwentyDoNot() {
        for (int i = 0; i < 19; i++) {
            count(failure(START.plusSeconds(i)));
        }
        assertThat(missing(endpoint(), 20)).isEmpty();
        for (int i = 0; i < 20; i++) {
            count(success(START.plusSeconds(21)));
        }
        assertThat(missing(endpoint(), 21)).isEmpty();
    }

    @Test
    void theFirstSuccessAfterTheReportIsARecovery() {
        WebhookEndpoint failing = failing(START.plusSeconds(30), 0);
        count(success(START.plusSeconds(29)));
        assertThat(missing(failing, 29)).isEmpty();
        count(success(START.plusSeconds(31)));

        assertThat(missing(failing, 31))
                .contains(new ReportWebhookRecovered(WORKSPACE, START.plusSeconds(31)));
        assertThat(missing(endpoint(), 31)).isEmpty();
    }

    @Test
    void anEndpointThatFailsByHalfIsReportedOnceInFiveMinutes() {
        health = health.recovered(START.toEpochMilli());
        for (int i = 0; i < 30; i++) {
            count(failure(START.plusSeconds(250)));
        }
        assertThat(missing(endpoint(), 299)).isEmpty();
        assertThat(missing(endpoint(), 300)).isPresent();
    }

    @Test
    void fiveDaysWithoutASuccessDisableAnEndpointWithWarningsBefore() {
        count(failure(START));
        count(failure(START.plus(Duration.ofHours(12))));

        assertThat(missingAfter(endpoint(), Duration.ofHours(59))).isEmpty();
        assertThat(progress(endpoint(), Duration.ofHours(60))).isEqualTo(50);
        assertThat(missingAfter(failing(START, 50), Duration.ofHours(83))).isEmpty();
        assertThat(progress(failing(START, 50), Duration.ofHours(84))).isEqualTo(70);
        assertThat(progress(failing(START, 70), Duration.ofHours(108))).isEqualTo(90);
        assertThat(missingAfter(failing(START, 90), Duration.ofHours(119))).isEmpty();
        assertThat(missingAfter(failing(START, 90), Duration.ofDays(5)))
                .contains(new DisableUnsuccessfulWebhook(WORKSPACE, START));
    }

    @Test
    void failuresOfLessThanTwelveHoursDisableNothing() {
        count(failure(START));
        count(failure(START.plus(Duration.ofHours(12)).minusMillis(1)));

        assertThat(missingAfter(endpoint(), Duration.ofDays(9))).isEmpty();
    }

    @Test
    void aSuccessOrAChangeOfTheEndpointStartsTheFiveDaysAnew() {
        count(failure(START));
        count(failure(START.plus(Duration.ofDays(3))));
        Instant changed = START.plus(Duration.ofDays(1));

        assertThat(missingAfter(endpoint(), Duration.ofDays(5))).isPresent();
        assertThat(missingAfter(with(endpoint(), "updatedAt", changed), Duration.ofDays(6)))
                .contains(new DisableUnsuccessfulWebhook(WORKSPACE, changed));
        assertThat(progress(with(endpoint(), "updatedAt", changed), Duration.ofDays(5)))
                .isEqualTo(70);
        count(success(START.plus(Duration.ofDays(4))));
        assertThat(missingAfter(endpoint(), Duration.ofDays(9))).isEmpty();
    }

    @Test
    void nothingIsReportedOfADisabledEndpoint() {
        for (int i = 0; i < 20; i++) {
            count(failure(START));
        }
        count(failure(START.plus(Duration.ofDays(1))));

        assertThat(missingAfter(with(endpoint(), "enabled", false), Duration.ofDays(9))).isEmpty();
    }

    private void count(Attempt attempt) {
        offset++;
        health = health.with(CountedAttempt.of(attempt), offset);
    }

    private Optional<WebhookCommand> missing(WebhookEndpoint endpoint, long seconds) {
        return missingAfter(endpoint, Duration.ofSeconds(seconds));
    }

    private Optional<WebhookCommand> missingAfter(WebhookEndpoint endpoint, Duration passed) {
        return HealthRules.missing(health, endpoint, START.plus(passed).toEpochMilli());
    }

    private int progress(WebhookEndpoint endpoint, Duration passed) {
        return missingAfter(endpoint, passed)
                .map(command -> ((ReportWebhookFailing) command).failures().progress())
                .orElse(-1);
    }
}
