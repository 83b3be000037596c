package io.postrider.domain.webhooks;

import org.jspecify.annotations.Nullable;

/**
 * What a replay has done since it was last recorded.
 *
 * @param requested the deliveries that were requested again
 * @param skipped the deliveries that match and cannot be sent
 * @param cursor the place in the list of deliveries up to which it has come; null at its end
 */
public record ReplayProgress(long requested, long skipped, @Nullable String cursor) {}
