package io.postrider.platform.secrets;

import java.util.concurrent.CompletionStage;

/** Gives a new workspace or user its data key. */
@FunctionalInterface
public interface DataKeyRing {

    /**
     * Makes a data key. When the stage completes, the subject has one data key that is durable, in force on every node and
     * known on this one; it may be the one that another node minted at the same time. The stage fails if the log does not
     * take it or does not bring it back in time. A subject that has a key keeps it.
     */
    CompletionStage<Void> keyFor(String subject);
}
