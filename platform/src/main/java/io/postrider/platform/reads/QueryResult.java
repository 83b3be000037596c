package io.postrider.platform.reads;

import io.postrider.domain.kernel.FieldError;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The result of a query. */
public sealed interface QueryResult {

    /**
     * The resource or the list page, in the shape of the public interface.
     *
     * @param version of a single resource, for its ETag; null for lists
     * @param stale whether it may lack the newest changes, because a standby replica has answered
     */
    record Found(ObjectNode body, @Nullable Long version, boolean stale) implements QueryResult {

        /** An answer that no standby replica has a part in. */
        public Found(ObjectNode body, @Nullable Long version) {
            this(body, version, false);
        }
    }

    /**
     * The requested part of a result, found.
     *
     * @param stale whether it was asked for where a standby replica may be
     */
    record Part(Rows<ObjectNode> rows, boolean stale) implements QueryResult {}

    /** There is no such resource in this workspace. */
    record Missing() implements QueryResult {}

    /** The view has not come as far as the token within the wait. */
    record Behind() implements QueryResult {}

    /** The cursor is of another list, other filters or another workspace, or is none. */
    record CursorMismatch() implements QueryResult {}

    /** A parameter has a value that it cannot have. */
    record BadParameter(FieldError error) implements QueryResult {}

    /** As many reads of the workspace wait for their turn as may. */
    record ShareExceeded() implements QueryResult {}

    /** No read model is reachable. */
    record Unavailable() implements QueryResult {}
}
