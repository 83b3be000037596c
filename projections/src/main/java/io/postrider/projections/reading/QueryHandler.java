package io.postrider.projections.reading;

import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;

/** Answers one kind of question from the local store; may read the disk, so it runs where that is allowed. */
@FunctionalInterface
public interface QueryHandler {

    /** The answer; nothing of another workspace than the question's. */
    QueryResult answer(Query question);
}
