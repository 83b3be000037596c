package io.postrider.identity.lastseen;

import java.time.Instant;

/** Decides which secrets and sessions still need their last-seen time. */
public interface Lifetimes {

    /** Whether a key has the secret, or a user the session; true if this node cannot know. */
    boolean isHeld(String subject);

    /** Whether a subject with this last-seen time is not needed any more. */
    boolean isOver(String subject, Instant at);
}
