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
     * @param id of the entry of the key
     * @param value JSON
     * @param expiresAt null for never
     */
    record SetState(
            String workspace, String id, String key, String value, @Nullable Instant expiresAt)
            implements StateCommand {}

    /**
     * Adds to the number under a key, which is 0 where there is none.
     *
     * @param expiresAt of a new entry; null for never
     */
    record IncrementState(
            String workspace, String id, String key, long by, @Nullable Instant expiresAt)
            implements StateCommand {}

    /** Asks for a value and changes nothing; the answer follows on all changes before. */
    record ReadState(String workspace) implements StateCommand {}

    /** Removes a value. */
    record DeleteState(String workspace) implements StateCommand {}

    /** Removes a value whose time is over. */
    record ExpireState(String workspace, Instant expiresAt) implements StateCommand {}
}
