package io.postrider.identity.auth;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Principal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Whether somebody who is signed in has proved a short time ago who he is. What outlives a session, as a key does, is not given
 * to whoever finds a browser open.
 */
public final class RecentAuthentication {

    private static final Duration LONGEST = Duration.ofMinutes(15);

    private final UserReplica users;
    private final InstantSource clock;

    RecentAuthentication(UserReplica users, InstantSource clock) {
        this.users = users;
        this.clock = clock;
    }

    /** The request, unless its session is older than that; what keys do is bounded by their scopes. */
    public Validated<ApiRequest> of(ApiRequest request) {
        return isRecent(request.principal())
                ? Validated.valid(request)
                : Validated.refused(
                        Problem.of(
                                403,
                                "proof_required",
                                "The operation requires authentication within the last 15 minutes. Reauthenticate with POST /api/v1/session/renew."));
    }

    /** Whether somebody has proved it. */
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
