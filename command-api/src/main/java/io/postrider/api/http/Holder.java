package io.postrider.api.http;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.util.function.Consumer;

/**
 * Something on this node that is to know of a context's events at once, ahead of their arrival by the log.
 *
 * @param apply must take events that it knows already, and older ones, for nothing
 * @param everywhere whether it decides who is let in, so that a change is answered when the log shows it to other nodes too
 */
public record Holder(Context context, Consumer<EventRecord> apply, boolean everywhere) {

    /** Something that matters on this node alone. */
    public static Holder here(Context context, Consumer<EventRecord> apply) {
        return new Holder(context, apply, false);
    }

    /** Something that decides who is let in. */
    public static Holder everywhere(Context context, Consumer<EventRecord> apply) {
        return new Holder(context, apply, true);
    }
}
