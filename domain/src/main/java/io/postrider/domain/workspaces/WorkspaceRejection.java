package io.postrider.domain.workspaces;

/** Why a command on a workspace was refused. */
public sealed interface WorkspaceRejection {

    /** A workspace with this id exists already. */
    record WorkspaceExists(String id) implements WorkspaceRejection {}

    /** There is no such workspace. */
    record WorkspaceMissing() implements WorkspaceRejection {}
}
