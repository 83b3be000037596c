package io.postrider.api.http;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.util.function.Consumer;

/**
 * Something on this node that is to know of a context's events at once, ahead of their arrival by the log.
 *
 * @param apply must take events that it knows already, and older ones, for nothing
 */
public record Holder(Context context, Consumer<EventRecord> apply) {}
