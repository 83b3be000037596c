package io.postrider.runtime.secrets;

import java.util.concurrent.CompletionStage;

/** Gives a new workspace or user its data key. */
@FunctionalInterface
public interface DataKeyRing {

    /**
     * Makes a data key, which is durable and in use on this node when the stage completes; it fails if the log does not take
     * it. A subject that has a key keeps it.
     */
    CompletionStage<Void> keyFor(String subject);
}
