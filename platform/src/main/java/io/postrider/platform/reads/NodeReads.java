package io.postrider.platform.reads;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sends queries to other nodes. */
@FunctionalInterface
public interface NodeReads {

    /** There are no other nodes. */
    NodeReads NONE = (_, _) -> CompletableFuture.completedStage(new QueryResult.Unavailable());

    /**
     * The answer of a node, or {@link QueryResult.Unavailable} where it gives none in time.
     *
     * @param node as {@code host:port}
     */
    CompletionStage<QueryResult> ask(String node, Query question);
}
