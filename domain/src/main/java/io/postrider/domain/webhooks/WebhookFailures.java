package io.postrider.domain.webhooks;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The failures of an endpoint since its last success, as the dispatcher counts them.
 *
 * @param progress how much of the time without a success has passed after which the endpoint is disabled, in percent: 50, 70 or 90;
 *     0 if the share of failed attempts is the reason for the report
 * @param attempts the attempts of the last five minutes
 * @param failed how many of them failed
 * @param lastError the error code of the last failed attempt
 * @param lastSuccessAt the last success; null if none is known
 * @param disablesAt the time at which the endpoint is disabled without a success
 */
public record WebhookFailures(
        int progress,
        int attempts,
        int failed,
        @Nullable String lastError,
        @Nullable Instant lastSuccessAt,
        Instant disablesAt) {}
