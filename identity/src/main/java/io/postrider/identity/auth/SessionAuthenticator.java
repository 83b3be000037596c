package io.postrider.identity.auth;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.auth.UserReplica.SignedIn;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.schemas.Actor;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.Authenticator;
import io.postrider.web.route.Authenticator.Admitted;
import io.postrider.web.route.Principal;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.RequestId;
import io.postrider.web.server.WebOrigin;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/**
 * Authenticates signed-in users, with the scopes of their role in the workspace that the request names. A request that changes
 * something requires proof that a page of this service sends it, since a browser adds the cookie to requests of any page.
 */
public final class SessionAuthenticator implements Authenticator {

    /** The header that carries the proof. */
    public static final String CSRF_HEADER = "X-CSRF-Token";

    private final Sessions sessions;
    private final WorkspaceReplica workspaces;
    private final KeyFreshness freshness;
    private final int requestsPerMinute;
    private final RateLimits limits;
    private final Optional<String> own;
    private final MembershipAudits audits;
    private final RequestId requestIds;

    public SessionAuthenticator(
            Sessions sessions,
            WorkspaceReplica workspaces,
            KeyFreshness freshness,
            SessionSettings settings,
            PublicAddress address,
            ClusterRateLimiter quotas,
            MembershipAudits audits,
            RequestId requestIds,
            MeterRegistry meters) {
        this.requestsPerMinute = settings.requestsPerMinute();
        this.limits = new RateLimits(quotas, "user", meters);
        this.sessions = sessions;
        this.workspaces = workspaces;
        this.freshness = freshness;
        this.own = address.origin();
        this.audits = audits;
        this.requestIds = requestIds;
    }

    @Override
    public Mono<Validated<Admitted>> admit(ServerRequest request, String operation) {
        Optional<Problem> unready = unready(request);
        if (unready.isPresent()) {
            return Mono.just(Validated.refused(unready.get()));
        }
        return sessions.of(request)
                .map(signedIn -> admitted(signedIn, request, operation))
                .orElseGet(() -> Mono.just(Validated.refused(ApiKeyAuthenticator.unauthorized())));
    }

    private Mono<Validated<Admitted>> admitted(
            SignedIn signedIn, ServerRequest request, String operation) {
        return limits.take(signedIn.user().value().id(), requestsPerMinute)
                .map(standing ->
                        standing.then(() ->
                                KeyFreshness.writes(request) && !isOurs(request, signedIn)
                                        ? foreign(signedIn, request, operation)
                                        : Validated.valid(nowhere(signedIn))));
    }

    /** Another page may be using the member's browser, so the audit logs of the member's workspaces have an entry. */
    private Validated<Principal> foreign(
            SignedIn signedIn, ServerRequest request, String operation) {
        Problem problem = csrfTokenInvalid();
        audits.take(
                Optional.of(signedIn.user().value().id()),
                operation,
                new Deed.Denied(problem.code()),
                requestIds.of(request.attributes()),
                request.headers().asHttpHeaders());
        return Validated.refused(problem);
    }

    private static Problem csrfTokenInvalid() {
        return Problem.of(
                403,
                "csrf_token_invalid",
                "A write with a session cookie requires the X-CSRF-Token of the session.");
    }

    /** The problem if this node cannot authenticate sessions at the moment. */
    public Optional<Problem> unready(ServerRequest request) {
        if (!freshness.restored()) {
            return Optional.of(KeyFreshness.restoring());
        }
        return freshness.isStaleFor(request) ? Optional.of(KeyFreshness.stale()) : Optional.empty();
    }

    @Override
    public Validated<Principal> entering(Principal principal, String workspace) {
        return workspaces
                .role(workspace, principal.id())
                .map(SessionAuthenticator::scopes)
                .map(scopes ->
                        Validated.valid(
                                new Principal(
                                        principal.actor(),
                                        principal.session(),
                                        workspace,
                                        scopes,
                                        List.of(),
                                        null)))
                .orElseGet(() -> Validated.refused(Problem.notFound()));
    }

    @Override
    public Validated<Principal> again(ServerRequest request) {
        if (freshness.isStaleForStreams()) {
            return Validated.refused(KeyFreshness.stale());
        }
        return sessions.awake(request)
                .map(signedIn -> Validated.valid(nowhere(signedIn)))
                .orElseGet(() -> Validated.refused(ApiKeyAuthenticator.unauthorized()));
    }

    /** Everything that a role may do, as scopes of a key. */
    public static List<String> scopes(Role role) {
        return Scopes.all().stream().filter(role::may).toList();
    }

    /** Whether a page of this service sent a request: it has the token, and the browser does not name another origin. */
    private boolean isOurs(ServerRequest request, SignedIn signedIn) {
        List<String> tokens = request.headers().header(CSRF_HEADER);
        return tokens.size() == 1
                && sessions.isCsrfToken(signedIn.session().hash(), tokens.getFirst())
                && isSameOrigin(request);
    }

    /** Whether the browser names this origin, or none, as the sender of the request. */
    public boolean isSameOrigin(ServerRequest request) {
        List<String> site = request.headers().header("Sec-Fetch-Site");
        if (!site.isEmpty()) {
            return site.equals(List.of("same-origin"));
        }
        List<String> origin = request.headers().header(HttpHeaders.ORIGIN);
        return origin.isEmpty()
                || (origin.size() == 1 && WebOrigin.parse(origin.getFirst()).equals(own));
    }

    /** The operation selects the workspace. */
    private static Principal nowhere(SignedIn signedIn) {
        return new Principal(
                Actor.user(signedIn.user().value().id()),
                signedIn.session().hash(),
                "",
                List.of(),
                List.of(),
                null);
    }
}
