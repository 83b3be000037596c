package io.postrider.identity.users;

import io.postrider.domain.workspaces.Invitation;
import io.postrider.domain.workspaces.Workspace;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import java.time.InstantSource;
import java.util.Optional;

/** Finds invitations by the token of their link. Every invalid token gets the same response and counts for the throttle. */
final class InvitationLookup {

    /** An attacker tries all invitations at the same time, so they are one target. */
    private static final String ANY = "invitation";

    private final WorkspaceReplica workspaces;
    private final InvitationSecrets secrets;
    private final LoginAttempts tries;
    private final InstantSource clock;

    InvitationLookup(
            WorkspaceReplica workspaces,
            InvitationSecrets secrets,
            LoginAttempts tries,
            InstantSource clock) {
        this.workspaces = workspaces;
        this.secrets = secrets;
        this.tries = tries;
        this.clock = clock;
    }

    /** An invitation that can be accepted, and its workspace. */
    record Found(Workspace workspace, Invitation invitation) {}

    Validated<Found> find(ApiRequest request, String token) {
        Optional<Problem> pause = tries.begin(request, ANY);
        if (pause.isPresent()) {
            return Validated.refused(pause.get());
        }
        Optional<Found> found = InvitationToken.parse(token).flatMap(this::found);
        if (found.isPresent()) {
            tries.right(request, ANY);
        }
        return found.<Validated<Found>>map(Validated::valid)
                .orElseGet(() -> Validated.refused(over()));
    }

    private Optional<Found> found(InvitationToken token) {
        return workspaces
                .byId(token.workspace())
                .flatMap(known ->
                        known.value()
                                .invitation(token.invitation(), clock.instant())
                                .filter(invitation -> secrets.matches(token, invitation))
                                .map(invitation -> new Found(known.value(), invitation)));
    }

    private static Problem over() {
        return Problem.of(
                409, "invitation_over", "The invitation was accepted or revoked, or it expired.");
    }
}
