package io.postrider.web.resource;

import io.postrider.web.problem.Problem;
import java.util.Optional;

/** Looks at a command before it is sent to the log. */
@FunctionalInterface
public interface WriteGuard {

    /**
     * Why a command is not sent; empty if it is.
     *
     * @param workspace that it is sent in; empty for none
     */
    Optional<Problem> refuse(String workspace, Record command);
}
