package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.FieldError;
import java.util.List;

/** Why a command on a workspace was refused. */
public sealed interface WorkspaceRejection {

    /** A workspace with this id exists already. */
    record WorkspaceExists(String id) implements WorkspaceRejection {}

    /** There is no such workspace. */
    record WorkspaceMissing() implements WorkspaceRejection {}

    /** There is no such member. */
    record MemberMissing() implements WorkspaceRejection {}

    /** There is no such invitation, or it has run out. */
    record InvitationMissing() implements WorkspaceRejection {}

    /** Nobody gives or takes a role above his own. */
    record RoleExceedsOwn() implements WorkspaceRejection {}

    /** A workspace without an owner would be nobody's. */
    record LastOwner() implements WorkspaceRejection {}

    /** There are as many members or open invitations as there may be. */
    record WorkspaceFull() implements WorkspaceRejection {}

    /** Fields cannot be accepted. */
    record WorkspaceInvalid(List<FieldError> errors) implements WorkspaceRejection {

        public WorkspaceInvalid {
            errors = List.copyOf(errors);
        }
    }
}
