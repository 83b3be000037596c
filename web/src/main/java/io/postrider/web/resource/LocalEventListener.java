package io.postrider.web.resource;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import java.util.function.Consumer;

/**
 * A listener of this node that gets a context's events before the log returns them.
 *
 * @param apply must ignore events that it knows already, and older ones
 * @param everywhere whether it affects access, so that a change is answered when the log shows it to other nodes too
 */
public record LocalEventListener(Context context, Consumer<EventRecord> apply, boolean everywhere) {

    /** A listener that affects this node only. */
    public static LocalEventListener here(Context context, Consumer<EventRecord> apply) {
        return new LocalEventListener(context, apply, false);
    }

    /** A listener that affects access. */
    public static LocalEventListener everywhere(Context context, Consumer<EventRecord> apply) {
        return new LocalEventListener(context, apply, true);
    }
}
