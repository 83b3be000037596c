package io.postrider.web.resource;

import io.postrider.web.problem.Problem;
import java.util.Optional;

/** How many resources of a kind a workspace may have. */
@FunctionalInterface
public interface ResourceLimit {

    /** No bound. */
    ResourceLimit NONE = (_, _) -> Optional.empty();

    /** The problem if the workspace has no room; a resource that exists has its place already. */
    Optional<Problem> refuse(String workspace, String id);

    /** Gives back the place of a resource that was not created. */
    default void release(String workspace, String id) {}
}
