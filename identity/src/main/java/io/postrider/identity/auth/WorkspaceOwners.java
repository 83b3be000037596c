package io.postrider.identity.auth;

import io.postrider.domain.users.User;
import io.postrider.platform.limits.Tenants;
import io.postrider.web.resource.Versioned;

/** The tenants of this node, from its copy of workspaces and users. */
public final class WorkspaceOwners implements Tenants {

    /** The tenant of all users who are not known yet: the client of an account's creation can choose its id freely. */
    static final String NEW_USERS = "";

    private final WorkspaceReplica workspaces;
    private final UserReplica users;

    public WorkspaceOwners(WorkspaceReplica workspaces, UserReplica users) {
        this.workspaces = workspaces;
        this.users = users;
    }

    @Override
    public String ofWorkspace(String workspace) {
        return workspaces.owner(workspace).orElse(workspace);
    }

    @Override
    public String ofUser(String user) {
        return users.byId(user).map(Versioned::value).map(this::inviter).orElse(NEW_USERS);
    }

    private String inviter(User user) {
        String invitedTo = user.invitedTo();
        return invitedTo == null ? user.id() : ofWorkspace(invitedTo);
    }
}
