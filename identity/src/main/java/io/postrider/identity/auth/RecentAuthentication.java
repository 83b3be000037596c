package io.postrider.identity.auth;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Principal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Checks that a session was authenticated in the last 15 minutes. Operations whose effect outlives the session, such as
 * creating a key, require it, so that an unattended browser is not enough.
 */
public final class RecentAuthentication {

    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final UserReplica users;
    private final InstantSource clock;

    RecentAuthentication(UserReplica users, InstantSource clock) {
        this.users = users;
        this.clock = clock;
    }

    /** The request, unless the session's authentication is older; requests of keys are limited by their scopes. */
    public Validated<ApiRequest> of(ApiRequest request) {
        return isRecent(request.principal())
                ? Validated.valid(request)
                : Validated.refused(
                        Problem.of(
                                403,
                                "proof_required",
                                "The operation requires authentication within the last 15 minutes. Reauthenticate with POST /api/v1/session/renew."));
    }

    /** Whether the caller has authenticated recently. */
    public boolean isRecent(Principal principal) {
        String session = principal.session();
        return session == null
                || Optional.of(session)
                        .flatMap(users::bySession)
                        .filter(known ->
                                clock.instant().isBefore(known.session().startedAt().plus(LONGEST)))
                        .isPresent();
    }
}
