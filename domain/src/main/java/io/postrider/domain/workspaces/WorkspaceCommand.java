package io.postrider.domain.workspaces;

/**
 * The commands on a workspace. For a user, {@code by} is the id of the user whose role decides; for a key, whose scopes were
 * checked before, {@code by} is empty.
 */
public sealed interface WorkspaceCommand {

    /** Creates a workspace. */
    record CreateWorkspace(Workspace workspace) implements WorkspaceCommand {}

    /** A command on an existing workspace. */
    sealed interface OfOpen extends WorkspaceCommand {}

    /** Changes the name of a workspace. */
    record RenameWorkspace(String name) implements OfOpen {}

    /** Creates an invitation and replaces one of the same address. */
    record Invite(Invitation invitation) implements OfOpen {}

    /** Revokes an invitation. */
    record Uninvite(String invitationId) implements OfOpen {}

    /** Makes a user a member by an invitation. */
    record Join(String invitationId, String userId) implements OfOpen {}

    /** Changes the role of a member. */
    record ChangeRole(String userId, String role, String by) implements OfOpen {}

    /** Removes a member; every member may leave. */
    record RemoveMember(String userId, String by) implements OfOpen {}

    /** Records that an application could not process records of the workspace. */
    record ReportRejections(RejectedRecords rejected) implements OfOpen {}
}
