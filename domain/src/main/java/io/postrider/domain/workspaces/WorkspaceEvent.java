package io.postrider.domain.workspaces;

/** What has happened to a workspace; each carries the workspace as it was from then on. */
public sealed interface WorkspaceEvent {

    /** The workspace after the change. */
    Workspace workspace();

    /** A workspace was opened. */
    record WorkspaceCreated(Workspace workspace) implements WorkspaceEvent {}

    /** It is called something else. */
    record WorkspaceUpdated(Workspace workspace) implements WorkspaceEvent {}

    /** Somebody was invited. */
    record MemberInvited(Workspace workspace, String invitationId) implements WorkspaceEvent {}

    /** An invitation was taken back. */
    record InvitationRevoked(Workspace workspace, String invitationId) implements WorkspaceEvent {}

    /** Somebody became a member. */
    record MemberJoined(Workspace workspace, String userId) implements WorkspaceEvent {}

    /** A member has another role. */
    record MemberChanged(Workspace workspace, String userId) implements WorkspaceEvent {}

    /** Somebody is no member any more. */
    record MemberRemoved(Workspace workspace, String userId) implements WorkspaceEvent {}
}
