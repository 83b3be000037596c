package io.postrider.identity.lastseen;

import java.time.Instant;

/** Knows of which secrets and sessions the last use is still needed. */
public interface Lifetimes {

    /** Whether a key has the secret, or a user the session; true where this node cannot know. */
    boolean isHeld(String subject);

    /** Whether nothing need be known any more of a subject that was last seen at a time. */
    boolean isOver(String subject, Instant at);
}
