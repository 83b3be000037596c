package io.postrider.platform.reads;

import java.util.concurrent.CompletionStage;

/** Queries the read models; in one process by a call, in a cluster over internal HTTP. */
public interface QueryGateway {

    /** Answers within the question's wait and a few seconds; never fails but by {@link QueryResult.Unavailable}. */
    CompletionStage<QueryResult> ask(Query question);
}
