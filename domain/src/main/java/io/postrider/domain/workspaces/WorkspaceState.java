package io.postrider.domain.workspaces;

/** Where a workspace stands. */
public sealed interface WorkspaceState {

    /** There is no such workspace. */
    record Unknown() implements WorkspaceState {}

    /** The workspace is open. */
    record Open(Workspace workspace) implements WorkspaceState {}
}
