package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.workspaces.WorkspaceRejection;
import io.postrider.domain.workspaces.WorkspaceRejection.InvitationMissing;
import io.postrider.domain.workspaces.WorkspaceRejection.LastOwner;
import io.postrider.domain.workspaces.WorkspaceRejection.MemberMissing;
import io.postrider.domain.workspaces.WorkspaceRejection.RoleExceedsOwn;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceExists;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceFull;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceInvalid;
import io.postrider.domain.workspaces.WorkspaceRejection.WorkspaceMissing;
import io.postrider.schemas.Refusal;
import java.util.List;

/** What callers are told when a command on a workspace is refused. */
final class WorkspaceRefusals {

    private WorkspaceRefusals() {}

    static Refusal of(WorkspaceRejection rejection) {
        return switch (rejection) {
            case WorkspaceExists(String id) ->
                    Refusal.of("workspace_exists", "The workspace " + id + " exists already.");
            case WorkspaceMissing() -> Refusals.notFound("workspace");
            case MemberMissing() -> Refusals.notFound("member");
            case InvitationMissing() ->
                    Refusal.of(
                            "invitation_over",
                            "The invitation was used, taken back, or has run out.");
            case RoleExceedsOwn() ->
                    Refusal.of("role_exceeds_own", "Nobody gives or takes a role above his own.");
            case LastOwner() -> Refusal.of("last_owner", "A workspace keeps at least one owner.");
            case WorkspaceFull() ->
                    Refusal.of("workspace_full", "The workspace has as many as it may have.");
            case WorkspaceInvalid(List<FieldError> errors) -> Refusals.invalid(errors);
        };
    }
}
