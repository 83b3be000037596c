package io.postrider.webhooks.health;

import static io.postrider.webhooks.health.HealthSamples.START;
import static io.postrider.webhooks.health.HealthSamples.attempt;
import static io.postrider.webhooks.health.HealthSamples.exhausted;
import static io.postrider.webhooks.health.HealthSamples.failure;
import static io.postrider.webhooks.health.HealthSamples.success;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Attempt;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is counted of the attempts of an endpoint. */
class EndpointHealthTest {

    private EndpointHealth health = EndpointHealth.NONE;
    private long offset;

    @Test
    void attemptsAreForgottenAfterFiveMinutes() {
        count(failure(START));
        count(failure(START.plusSeconds(61)));
        count(success(START.plusSeconds(299)));

        assertThat(attempts(299)).isEqualTo(3);
        assertThat(failed(299)).isEqualTo(2);
        assertThat(attempts(300)).isEqualTo(2);
        assertThat(attempts(360)).isEqualTo(1);
        assertThat(attempts(600)).isZero();
        count(failure(START.plusSeconds(6_000)));
        assertThat(attempts(6_000)).isEqualTo(1);
        assertThat(failed(6_000)).isEqualTo(1);
    }

    @Test
    void anAttemptThatEndsLateIsCountedInItsMinuteAndAnOlderOneNotAtAll() {
        count(failure(START.plusSeconds(400)));
        count(failure(START.plusSeconds(200)));
        count(failure(START));

        assertThat(attempts(400)).isEqualTo(2);
    }

    @Test
    void attemptsBeforeAChangeOfTheEndpointAreNotCounted() {
        count(failure(START));
        count(failure(START.plusSeconds(120)));

        long now = START.plusSeconds(120).toEpochMilli();
        assertThat(health.window().attempts(now, START.plusSeconds(119).toEpochMilli()))
                .isEqualTo(1);
    }

    @Test
    void aLogThatIsReadAgainIsNotCountedTwice() {
        count(failure(START));
        count(exhausted(START.plusSeconds(1), "timeout"));
        EndpointHealth counted = health;

        offset = 0;
        count(failure(START));
        count(exhausted(START.plusSeconds(1), "timeout"));
        assertThat(health).isSameAs(counted);
        assertThat(attempts(1)).isEqualTo(2);
        assertThat(health.exhaustions().open().count()).isEqualTo(1);
    }

    @Test
    void failuresSpreadFromTheFirstOneAfterASuccess() {
        count(failure(START));
        count(success(START.plusSeconds(10)));
        count(failure(START.plusSeconds(20)));
        count(failure(START.plusSeconds(50)));

        assertThat(health.successAt()).isEqualTo(START.plusSeconds(10).toEpochMilli());
        assertThat(health.failedSince()).isEqualTo(START.plusSeconds(20).toEpochMilli());
        assertThat(health.failedAt()).isEqualTo(START.plusSeconds(50).toEpochMilli());
    }

    @Test
    void deliveriesThatWereNotSentAreNoFailuresOfTheReceiver() {
        count(attempt(START, Attempt.EXHAUSTED, "backlog_full", 3, "link.created"));
        count(attempt(START, Attempt.EXHAUSTED, "delivery_expired", 1, "link.created"));
        count(attempt(START, Attempt.RETRY, "scope_missing", 1, "link.created"));
        count(attempt(START, Attempt.RETRY, "secret_unavailable", 1, "link.created"));

        assertThat(attempts(0)).isZero();
        assertThat(health.exhaustions().open().count()).isEqualTo(2);
        assertThat(health.exhaustions().open().error()).isEqualTo("delivery_expired");
    }

    @Test
    void eventsAboutDeliveriesAreNotCountedSoThatTheyMakeNoMoreOfThem() {
        for (String type :
                new String[] {"webhook.failing", "webhook.recovered", "delivery.exhausted"}) {
            count(attempt(START, Attempt.RETRY, "timeout", 1, type));
            count(attempt(START, Attempt.EXHAUSTED, "backlog_full", 1, type));
            count(attempt(START, Attempt.DELIVERED, null, 1, type));
        }

        assertThat(health.with(health.exhaustions()).window().attempts(START.toEpochMilli(), 0))
                .isZero();
        assertThat(health.exhaustions().open().count()).isZero();
        assertThat(health.successAt()).isZero();
    }

    @Test
    void aTestIsCountedAndExhaustsNothing() {
        count(attempt(START, Attempt.EXHAUSTED, "status_not_2xx", 1, "link.created"));

        assertThat(failed(0)).isEqualTo(1);
        assertThat(health.exhaustions().open().count()).isZero();
    }

    @Test
    void healthIsStoredWhole() {
        count(failure(START));
        count(success(START.plusSeconds(70)));
        count(exhausted(START.plusSeconds(80), "timeout"));
        health = health.with(health.exhaustions().reportedAt(5)).recovered(7);
        count(exhausted(START.plusSeconds(90), "x".repeat(200)));

        EndpointHealth read = HealthCodec.decode(HealthCodec.encode(health));

        assertThat(read)
                .usingRecursiveComparison()
                .ignoringFields("error", "exhaustions.open.error")
                .isEqualTo(health);
        assertThat(read.error()).hasSize(64);
        assertThat(HealthCodec.encode(read)).hasSizeLessThan(400);
    }

    private void count(Attempt attempt) {
        CountedAttempt counted = CountedAttempt.of(attempt);
        offset++;
        if (counted.counts() || counted.exhausts()) {
            health = health.with(counted, offset);
        }
    }

    private int attempts(long seconds) {
        Instant now = START.plusSeconds(seconds);
        return health.window().attempts(now.toEpochMilli(), 0);
    }

    private int failed(long seconds) {
        return health.window().failed(START.plusSeconds(seconds).toEpochMilli(), 0);
    }
}
