package io.postrider.identity.lastseen;

import io.postrider.schemas.LastSeen;
import java.util.function.Consumer;

/** The last-seen times in the log, as far as this node has read it. */
@FunctionalInterface
public interface LastSeenLog {

    /** Passes each record; records that change meanwhile may be passed or not. */
    void each(Consumer<LastSeen> told);
}
