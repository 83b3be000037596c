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

    /** Invite somebody; an invitation of the same address is replaced. */
    record Invite(Invitation invitation) implements OfOpen {}

    /** Take an invitation back. */
    record Uninvite(String invitationId) implements OfOpen {}

    /** Become a member by an invitation. */
    record Join(String invitationId, String userId) implements OfOpen {}

    /** Give a member another role. */
    record ChangeRole(String userId, String role, String by) implements OfOpen {}

    /** Take somebody out; everybody may leave himself. */
    record RemoveMember(String userId, String by) implements OfOpen {}

    /** Record that an application could not process records of the workspace. */
    record ReportRejections(RejectedRecords rejected) implements OfOpen {}
}
