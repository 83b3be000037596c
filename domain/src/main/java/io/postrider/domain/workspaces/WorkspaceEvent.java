package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.ResourceEvent;

/** The events of a workspace; each contains the workspace after the change. */
public sealed interface WorkspaceEvent extends ResourceEvent<Workspace> {

    /** The workspace after the change. */
    Workspace workspace();

    @Override
    default Workspace resource() {
        return workspace();
    }

    /** A workspace was created. */
    record WorkspaceCreated(Workspace workspace) implements WorkspaceEvent {}

    /** A workspace was renamed. */
    record WorkspaceUpdated(Workspace workspace) implements WorkspaceEvent {}

    /** An invitation was created. */
    record MemberInvited(Workspace workspace, String invitationId) implements WorkspaceEvent {}

    /** An invitation was revoked. */
    record InvitationRevoked(Workspace workspace, String invitationId) implements WorkspaceEvent {}

    /** A user became a member. */
    record MemberJoined(Workspace workspace, String userId) implements WorkspaceEvent {}

    /** A member's role changed. */
    record MemberChanged(Workspace workspace, String userId) implements WorkspaceEvent {}

    /** A member left or was removed. */
    record MemberRemoved(Workspace workspace, String userId) implements WorkspaceEvent {}

    /** An application could not process records of the workspace; its state is as before. */
    record RecordRejected(Workspace workspace, RejectedRecords rejected)
            implements WorkspaceEvent {}
}
