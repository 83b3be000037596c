package io.postrider.api.auth;

import io.postrider.domain.workspaces.Workspace;

/**
 * A workspace as this node knows it.
 *
 * @param version of the aggregate
 */
public record KnownWorkspace(Workspace workspace, long version) {}
