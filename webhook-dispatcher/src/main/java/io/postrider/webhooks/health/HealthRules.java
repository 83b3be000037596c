package io.postrider.webhooks.health;

import io.postrider.domain.webhooks.WebhookCommand;
import io.postrider.domain.webhooks.WebhookCommand.DisableUnsuccessfulWebhook;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookFailing;
import io.postrider.domain.webhooks.WebhookCommand.ReportWebhookRecovered;
import io.postrider.domain.webhooks.WebhookEndpoint;
import io.postrider.domain.webhooks.WebhookEndpoint.Failing;
import io.postrider.domain.webhooks.WebhookFailures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was counted of an endpoint with what its events say, and finds the command that is missing. It is found again
 * until its event is read, so that none is lost with a process.
 */
final class HealthRules {

    static final int ATTEMPTS_MIN = 20;

    /** Without a success for so long an endpoint is disabled. */
    static final Duration DISABLED_AFTER = Duration.ofDays(5);

    /** A single failure that is days old says little. */
    static final Duration SPREAD_MIN = Duration.ofHours(12);

    /** An endpoint that fails by half is reported once in this time. */
    static final Duration REPORT_PAUSE = Duration.ofMinutes(MinuteWindow.MINUTES);

    private static final List<Integer> PROGRESS = List.of(90, 70, 50);

    private HealthRules() {}

    static Optional<WebhookCommand> missing(
            EndpointHealth health, WebhookEndpoint endpoint, long nowMillis) {
        Failing failing = endpoint.failing();
        if (!endpoint.enabled()) {
            return Optional.empty();
        }
        if (failing != null && health.successAt() >= failing.since().toEpochMilli()) {
            return Optional.of(
                    new ReportWebhookRecovered(
                            endpoint.workspace(), Instant.ofEpochMilli(health.successAt())));
        }
        Optional<WebhookCommand> unsuccessful = unsuccessful(health, endpoint, nowMillis);
        return unsuccessful.isPresent() || failing != null
                ? unsuccessful
                : failing(health, endpoint, nowMillis);
    }

    /** The five days count anew from a change of the endpoint, which may have mended it. */
    private static long failedSince(EndpointHealth health, WebhookEndpoint endpoint) {
        return Math.max(health.failedSince(), endpoint.updatedAt().toEpochMilli());
    }

    private static Optional<WebhookCommand> unsuccessful(
            EndpointHealth health, WebhookEndpoint endpoint, long nowMillis) {
        long since = failedSince(health, endpoint);
        if (health.failedSince() == 0 || health.failedAt() - since < SPREAD_MIN.toMillis()) {
            return Optional.empty();
        }
        long percent = 100 * (nowMillis - since) / DISABLED_AFTER.toMillis();
        if (percent >= 100) {
            return Optional.of(
                    new DisableUnsuccessfulWebhook(
                            endpoint.workspace(), Instant.ofEpochMilli(since)));
        }
        int known = endpoint.failing() == null ? 0 : endpoint.failing().progress();
        return PROGRESS.stream()
                .filter(step -> step <= percent)
                .findFirst()
                .filter(step -> step > known)
                .map(step -> report(health, endpoint, step, nowMillis));
    }

    private static Optional<WebhookCommand> failing(
            EndpointHealth health, WebhookEndpoint endpoint, long nowMillis) {
        long changed = endpoint.updatedAt().toEpochMilli();
        int attempts = health.window().attempts(nowMillis, changed);
        int failed = health.window().failed(nowMillis, changed);
        boolean paused = nowMillis - health.recoveredAt() < REPORT_PAUSE.toMillis();
        return attempts >= ATTEMPTS_MIN && 2 * failed >= attempts && !paused
                ? Optional.of(report(health, endpoint, 0, nowMillis))
                : Optional.empty();
    }

    private static WebhookCommand report(
            EndpointHealth health, WebhookEndpoint endpoint, int progress, long nowMillis) {
        long since = health.failedSince() == 0 ? nowMillis : failedSince(health, endpoint);
        long changed = endpoint.updatedAt().toEpochMilli();
        return new ReportWebhookFailing(
                endpoint.workspace(),
                new WebhookFailures(
                        progress,
                        health.window().attempts(nowMillis, changed),
                        health.window().failed(nowMillis, changed),
                        health.error().isEmpty() ? null : health.error(),
                        time(health.successAt()),
                        Instant.ofEpochMilli(since).plus(DISABLED_AFTER)));
    }

    private static @Nullable Instant time(long millis) {
        return millis == 0 ? null : Instant.ofEpochMilli(millis);
    }
}
