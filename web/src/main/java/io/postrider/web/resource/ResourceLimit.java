package io.postrider.web.resource;

import io.postrider.web.problem.Problem;
import java.util.Optional;

/** The maximum number of resources of a kind in a workspace. */
@FunctionalInterface
public interface ResourceLimit {

    /** No bound. */
    ResourceLimit NONE = (_, _) -> Optional.empty();

    /** The problem if the workspace has no room; a resource that exists has its place already. */
    Optional<Problem> refuse(String workspace, String id);

    /** Releases the place of a resource that was not created. */
    default void release(String workspace, String id) {}
}
