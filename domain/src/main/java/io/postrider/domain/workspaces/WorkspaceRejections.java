package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.Rejection;

/** Rejections of commands on workspaces and their members. */
final class WorkspaceRejections {

    static final Rejection INVITATION_OVER =
            Rejection.conflict(
                    "invitation_over", "The invitation was accepted or revoked, or it expired.");
    static final Rejection ROLE_EXCEEDS_OWN =
            Rejection.of(
                    Rejection.Kind.FORBIDDEN,
                    "role_exceeds_own",
                    "You cannot grant or revoke a role above your own.");
    static final Rejection LAST_OWNER =
            Rejection.conflict("last_owner", "A workspace needs at least one owner.");
    static final Rejection FULL =
            Rejection.conflict(
                    "workspace_full",
                    "The workspace has reached its limit of members or invitations.");

    private WorkspaceRejections() {}
}
