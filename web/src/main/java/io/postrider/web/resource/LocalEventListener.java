package io.postrider.web.resource;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.util.function.Consumer;

/**
 * Something on this node that is to know of a context's events at once, ahead of their arrival by the log.
 *
 * @param apply must take events that it knows already, and older ones, for nothing
 * @param everywhere whether it decides who is let in, so that a change is answered when the log shows it to other nodes too
 */
public record LocalEventListener(Context context, Consumer<EventRecord> apply, boolean everywhere) {

    /** Something that matters on this node alone. */
    public static LocalEventListener here(Context context, Consumer<EventRecord> apply) {
        return new LocalEventListener(context, apply, false);
    }

    /** Something that decides who is let in. */
    public static LocalEventListener everywhere(Context context, Consumer<EventRecord> apply) {
        return new LocalEventListener(context, apply, true);
    }
}
