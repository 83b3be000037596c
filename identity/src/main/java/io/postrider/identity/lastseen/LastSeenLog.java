package io.postrider.identity.lastseen;

import io.postrider.schemas.LastSeen;
import java.util.function.Consumer;

/** What the log has of whom nodes have seen, as far as this node has read it. */
@FunctionalInterface
public interface LastSeenLog {

    /** Tells each; what changes meanwhile may be told or not. */
    void each(Consumer<LastSeen> told);
}
