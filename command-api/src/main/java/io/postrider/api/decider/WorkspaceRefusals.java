package io.postrider.api.decider;

import io.postrider.domain.workspaces.WorkspaceRejection;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceExists;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceMissing;
import io.postrider.schemas.Refusal;

/** What callers are told when a command on a workspace is refused. */
final class WorkspaceRefusals {

    private WorkspaceRefusals() {}

    static Refusal of(WorkspaceRejection rejection) {
        return switch (rejection) {
            case WorkspaceExists(String id) ->
                    Refusal.of("workspace_exists", "The workspace " + id + " exists already.");
            case WorkspaceMissing() -> Refusals.notFound("workspace");
        };
    }
}
