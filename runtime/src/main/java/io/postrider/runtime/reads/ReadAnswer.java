package io.postrider.runtime.reads;

import io.postrider.domain.kernel.FieldError;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the read models answer. */
public sealed interface ReadAnswer {

    /**
     * The resource or the list page, in the shape of the public interface.
     *
     * @param version of a single resource, for its ETag; null for lists
     */
    record Found(ObjectNode body, @Nullable Long version) implements ReadAnswer {}

    /** There is no such resource in this workspace. */
    record Missing() implements ReadAnswer {}

    /** The view has not come as far as the token within the wait. */
    record Behind() implements ReadAnswer {}

    /** The cursor is of another list, other filters or another workspace, or is none. */
    record CursorMismatch() implements ReadAnswer {}

    /** A parameter has a value that it cannot have. */
    record BadParameter(FieldError error) implements ReadAnswer {}

    /** As many reads of the workspace wait for their turn as may. */
    record ShareExceeded() implements ReadAnswer {}

    /** No read model can be reached. */
    record Unavailable() implements ReadAnswer {}
}
