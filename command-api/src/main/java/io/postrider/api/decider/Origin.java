package io.postrider.api.decider;

import io.postrider.schemas.Context;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Where a command stands in the log.
 *
 * @param traceparent the trace that it belongs to, passed through as it came
 */
record Origin(Context context, int partition, long offset, @Nullable Header traceparent) {}
