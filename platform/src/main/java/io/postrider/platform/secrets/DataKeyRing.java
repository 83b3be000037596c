package io.postrider.platform.secrets;

import java.util.concurrent.CompletionStage;

/** Creates the data key of a new workspace or user. */
@FunctionalInterface
public interface DataKeyRing {

    /**
     * Creates a data key. When the stage completes, the subject has one data key that is durable, valid on every node and known
     * on this one; it may be the one that another node created at the same time. The stage fails if the log does not accept it
     * or does not return it in time. A subject that has a key keeps it.
     */
    CompletionStage<Void> keyFor(String subject);
}
