package io.postrider.web.route;

import io.postrider.web.problem.Problem;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The problems of authenticated callers without access. */
final class AccessProblems {

    private AccessProblems() {}

    static Problem sessionRequired() {
        return Problem.of(
                403,
                "session_required",
                "The operation requires a signed-in session and does not accept an API key.");
    }

    static Problem workspaceRequired() {
        return Problem.of(
                400,
                "workspace_required",
                "Expected the header Workspace with the ID of a workspace: ws_…");
    }

    /** The caller's access has changed. */
    static Problem changed() {
        return Problem.of(
                403,
                "resource_restricted",
                "The permissions of the caller changed. Open the stream again.");
    }

    /** A key for some resources reaches these by their ids, and nothing else. */
    static Optional<Problem> restricted(Principal principal, @Nullable String id) {
        if (principal.resources().isEmpty()) {
            return Optional.empty();
        }
        if (id == null) {
            return Optional.of(
                    Problem.of(
                            403,
                            "resource_restricted",
                            "The key is restricted to certain resources, and the request does not name one of them."));
        }
        return principal.resources().contains(id)
                ? Optional.empty()
                : Optional.of(Problem.notFound());
    }
}
