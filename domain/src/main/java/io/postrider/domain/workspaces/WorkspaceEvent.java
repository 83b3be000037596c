package io.postrider.domain.workspaces;

/** What has happened to a workspace; each carries the workspace as it was from then on. */
public sealed interface WorkspaceEvent {

    /** The workspace after the change. */
    Workspace workspace();

    /** A workspace was opened. */
    record WorkspaceCreated(Workspace workspace) implements WorkspaceEvent {}

    /** It is called something else. */
    record WorkspaceUpdated(Workspace workspace) implements WorkspaceEvent {}
}
