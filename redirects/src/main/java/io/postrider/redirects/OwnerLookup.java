package io.postrider.redirects;

import io.postrider.schemas.EventRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Asks the node that decides on a slug for its newest event, for links so new that they are not known here yet. */
public interface OwnerLookup {

    /** The lookup of a process that owns everything itself: no other node is asked. */
    OwnerLookup NONE = key -> CompletableFuture.completedStage(Optional.empty());

    /**
     * The newest event of a link; empty if there is none; fails if the owner cannot be reached.
     *
     * @param linkKey {@code domain/slug}
     */
    CompletionStage<Optional<EventRecord>> newest(String linkKey);
}
