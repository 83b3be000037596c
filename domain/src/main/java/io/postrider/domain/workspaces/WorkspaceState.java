package io.postrider.domain.workspaces;

/** The state of a workspace. */
public sealed interface WorkspaceState {

    /** The workspace does not exist. */
    record Unknown() implements WorkspaceState {}

    /** The workspace exists. */
    record Open(Workspace workspace) implements WorkspaceState {}
}
