package io.postrider.domain.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Commands to values of rules. */
public sealed interface StateCommand {

    /** The workspace that asks. */
    String workspace();

    /**
     * Puts a value under a key.
     *
     * @param id the id of the entry, derived from its key
     * @param value the value as JSON
     * @param expiresAt the expiry; null for none
     */
    record SetState(
            String workspace, String id, String key, String value, @Nullable Instant expiresAt)
            implements StateCommand {}

    /**
     * Adds to the number under a key; a missing entry counts as 0.
     *
     * @param expiresAt the expiry of a new entry; null for none
     */
    record IncrementState(
            String workspace, String id, String key, long by, @Nullable Instant expiresAt)
            implements StateCommand {}

    /** Asks for a value and changes nothing; the answer follows on all changes before. */
    record ReadState(String workspace) implements StateCommand {}

    /** Removes a value. */
    record DeleteState(String workspace) implements StateCommand {}

    /** Removes an expired value. */
    record ExpireState(String workspace, Instant expiresAt) implements StateCommand {}
}
