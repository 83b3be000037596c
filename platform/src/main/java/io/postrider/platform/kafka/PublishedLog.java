package io.postrider.platform.kafka;

import io.postrider.schemas.EventRecord;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The log of events that callers publish. */
@FunctionalInterface
public interface PublishedLog {

    /**
     * Appends an event.
     *
     * @param key events with the same key stay in their order
     */
    CompletionStage<Append> append(String key, EventRecord event);

    /**
     * The same as part of a trace.
     *
     * @param traceparent the W3C trace context of the request; null if it belongs to none
     */
    default CompletionStage<Append> append(
            String key, EventRecord event, @Nullable String traceparent) {
        return append(key, event);
    }
}
