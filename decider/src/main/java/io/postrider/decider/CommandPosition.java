package io.postrider.decider;

import io.postrider.schemas.Context;
import java.time.Instant;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The position of a command in the log.
 *
 * @param appended time of its append, by the clock of the broker
 * @param logic the version of the decision logic that the command names
 * @param traceparent the trace that it belongs to, passed through as it came
 */
record CommandPosition(
        Context context,
        int partition,
        long offset,
        Instant appended,
        int logic,
        @Nullable Header traceparent) {}
