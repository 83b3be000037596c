package io.postrider.platform.kafka;

import io.postrider.schemas.EventRecord;
import java.util.concurrent.CompletionStage;

/** The log of events that callers publish. */
@FunctionalInterface
public interface PublishedLog {

    /**
     * Appends an event.
     *
     * @param key events with the same key stay in their order
     */
    CompletionStage<Append> append(String key, EventRecord event);
}
