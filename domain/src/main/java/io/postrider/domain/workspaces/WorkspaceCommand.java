package io.postrider.domain.workspaces;

/** What can be asked of a workspace. */
public sealed interface WorkspaceCommand {

    /** Open a workspace. */
    record CreateWorkspace(Workspace workspace) implements WorkspaceCommand {}

    /** Call it something else. */
    record RenameWorkspace(String name) implements WorkspaceCommand {}
}
