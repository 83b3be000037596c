package io.postrider.models;

import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Stores the responses of completions with an Idempotency-Key for seven days. */
public interface CompletionStore {

    /** The result of a scope, as far as this node knows. */
    Optional<Kept> find(String workspace, String scope);

    /** Stores a result in place of an earlier one; completes when this node can find it, and fails if it cannot be stored. */
    CompletionStage<Void> keep(String workspace, String scope, Kept kept);

    /**
     * The result of a completion.
     *
     * @param stream whether it was streamed
     * @param packed the body in the format of {@link CompressedTranscript}; null for a failure, which may be tried again
     */
    record Kept(boolean stream, @Nullable String packed) {

        /** A failed completion. */
        static final Kept NOTHING = new Kept(false, null);

        /** Omits the response. */
        @Override
        public String toString() {
            return "Kept[" + stream + "]";
        }
    }
}
