package io.postrider.models;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Remembers for seven days what completions with an Idempotency-Key were answered. */
public interface CompletionStore {

    /** What came of a scope, as far as this node has heard. */
    Optional<Kept> find(String workspace, String scope);

    /** Keeps it in place of what came before; completes when this node finds it, and fails if it may not be kept. */
    CompletionStage<Void> keep(String workspace, String scope, Kept kept);

    /**
     * What came of it.
     *
     * @param stream whether it was answered in pieces
     * @param packed the body, as {@link CompressedTranscript} has it; null if nothing came of it, so that it may be tried again
     */
    record Kept(boolean stream, @Nullable String packed) {

        /** Nothing came of it. */
        static final Kept NOTHING = new Kept(false, null);

        /** Says nothing of what was answered. */
        @Override
        public String toString() {
            return "Kept[" + stream + "]";
        }
    }
}
