package io.postrider.identity.auth;

import io.postrider.domain.workspaces.Workspace;

/**
 * A workspace as this node knows it.
 *
 * @param version of the aggregate
 * @param isUnknown whether there is a newer event of the workspace that this node cannot read; then its members are refused
 */
public record KnownWorkspace(Workspace workspace, long version, boolean isUnknown) {

    public KnownWorkspace(Workspace workspace, long version) {
        this(workspace, version, false);
    }
}
