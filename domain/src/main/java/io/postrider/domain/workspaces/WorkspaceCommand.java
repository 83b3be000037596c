package io.postrider.domain.workspaces;

/**
 * What can be asked of a workspace. Where a person asks, {@code by} is the user whose role decides; whoever holds a key asks
 * with the key's scopes, which were looked at before, and {@code by} is empty.
 */
public sealed interface WorkspaceCommand {

    /** Open a workspace. */
    record CreateWorkspace(Workspace workspace) implements WorkspaceCommand {}

    /** Something is asked of a workspace that there is. */
    sealed interface OfOpen extends WorkspaceCommand {}

    /** Call it something else. */
    record RenameWorkspace(String name) implements OfOpen {}

    /** Creates an invitation and replaces one of the same address. */
    record Invite(Invitation invitation) implements OfOpen {}

    /** Revokes an invitation. */
    record Uninvite(String invitationId) implements OfOpen {}

    /** Become a member by an invitation. */
    record Join(String invitationId, String userId) implements OfOpen {}

    /** Give a member another role. */
    record ChangeRole(String userId, String role, String by) implements OfOpen {}

    /** Removes a member; every member may leave. */
    record RemoveMember(String userId, String by) implements OfOpen {}

    /** Record that an application could not process records of the workspace. */
    record ReportRejections(RejectedRecords rejected) implements OfOpen {}
}
