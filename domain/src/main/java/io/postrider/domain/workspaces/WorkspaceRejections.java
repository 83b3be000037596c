package io.postrider.domain.workspaces;

import io.postrider.domain.kernel.Rejection;

/** Rejections of commands on workspaces and their members. */
final class WorkspaceRejections {

    static final Rejection INVITATION_OVER =
            Rejection.conflict(
                    "invitation_over", "The invitation was used, taken back, or has run out.");
    static final Rejection ROLE_EXCEEDS_OWN =
            Rejection.of(
                    Rejection.Kind.FORBIDDEN,
                    "role_exceeds_own",
                    "Nobody gives or takes a role above his own.");
    static final Rejection LAST_OWNER =
            Rejection.conflict("last_owner", "A workspace keeps at least one owner.");
    static final Rejection FULL =
            Rejection.conflict("workspace_full", "The workspace has as many as it may have.");

    private WorkspaceRejections() {}
}
