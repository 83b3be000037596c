package io.postrider.identity.auth;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.keys.OldSecret;
import io.postrider.identity.lastseen.KeyLastUse;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.Actor;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.route.Authenticator;
import io.postrider.web.route.Principal;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.RequestId;
import io.postrider.web.server.UserAgent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/**
 * Authenticates requests by an API key. A wrong, unknown, revoked or expired key and one used from a forbidden address all get
 * the same response after the same work; if the secret was right, the workspace's audit has the reason.
 */
public final class ApiKeyAuthenticator implements Authenticator {

    private static final String SCHEME = "Bearer ";
    private static final String HASH_OF_NOTHING = "0".repeat(64);

    private final KeyReplica keys;
    private final TokenHasher hasher;
    private final KeyFreshness freshness;
    private final KeyRestrictions places;
    private final LastSeenTracker lastSeen;
    private final AuditTrail audit;
    private final RequestId requestIds;
    private final InstantSource clock;
    private final RateLimits limits;
    private final KeyChecks checks;

    public ApiKeyAuthenticator(
            KeyReplica keys,
            TokenHasher hasher,
            KeyFreshness freshness,
            ClientAddress addresses,
            PublicAddress address,
            LastSeenTracker lastSeen,
            AuditTrail audit,
            RequestId requestIds,
            InstantSource clock,
            ClusterRateLimiter quotas,
            MeterRegistry meters) {
        this.keys = keys;
        this.hasher = hasher;
        this.freshness = freshness;
        this.places = new KeyRestrictions(addresses, address);
        this.lastSeen = lastSeen;
        this.audit = audit;
        this.requestIds = requestIds;
        this.clock = clock;
        this.limits = new RateLimits(quotas, "key", meters);
        this.checks = new KeyChecks(meters);
    }

    @Override
    public Mono<Validated<Admitted>> admit(ServerRequest request, String operation) {
        Optional<KeyToken> token = token(request);
        if (token.isEmpty()) {
            checks.count(KeyChecks.MALFORMED);
            return Mono.just(Validated.refused(unauthorized()));
        }
        if (!freshness.restored()) {
            checks.count(KeyChecks.RESTORING);
            return Mono.just(Validated.refused(KeyFreshness.restoring()));
        }
        Optional<Judged> judged = judged(token.get(), request);
        if (judged.filter(Judged::inForce).isEmpty()) {
            checks.count(judged.map(Judged::fault).orElse(KeyChecks.UNKNOWN));
            note(judged, request, operation);
            return Mono.just(Validated.refused(unauthorized()));
        }
        return admitted(judged.get(), request, operation);
    }

    /**
     * A key whose secret the request carries.
     *
     * @param fault reason why the key does not authenticate; null if it does
     */
    private record Judged(ApiKey key, String secretHash, @Nullable String fault) {

        boolean inForce() {
            return fault == null;
        }

        Judged but(String newFault) {
            return new Judged(key, secretHash, newFault);
        }
    }

    private Optional<Judged> judged(KeyToken token, ServerRequest request) {
        Optional<KnownKey> known = keys.byPublicId(token.publicId());
        Optional<ApiKey> found = known.map(KnownKey::key);
        Optional<String> matching =
                hasher.matching(
                        token.text(),
                        found.map(ApiKey::secretHash).orElse(HASH_OF_NOTHING),
                        found.flatMap(key -> Optional.ofNullable(key.previous()))
                                .map(OldSecret::hash)
                                .orElse(HASH_OF_NOTHING));
        return known.flatMap(
                it -> matching.map(hash -> new Judged(it.key(), hash, fault(it, hash, request))));
    }

    private @Nullable String fault(KnownKey known, String hash, ServerRequest request) {
        ApiKey key = known.key();
        Instant now = clock.instant();
        if (known.isUnknown()) {
            return "key_unknown";
        }
        if (key.revokedAt() != null) {
            return "key_revoked";
        }
        if (key.ended(now)) {
            return "key_expired";
        }
        if (!hash.equals(key.secretHash()) && !overlaps(key, now)) {
            return "secret_replaced";
        }
        return places.isAddressAllowed(known, request) ? null : "address_not_allowed";
    }

    /** A rotated secret is valid until its overlap ends. */
    private static boolean overlaps(ApiKey key, Instant now) {
        OldSecret old = key.previous();
        return old != null && now.isBefore(old.endsAt());
    }

    /** The same work is done for an unknown key. */
    private void note(Optional<Judged> judged, ServerRequest request, String operation) {
        String requestId = requestIds.of(request.attributes());
        var origin = new AuditTrail.Origin(places.address(request), agent(request));
        audit.take(() ->
                judged.stream()
                        .map(known ->
                                new Entry(
                                        known.key().workspace(),
                                        Actor.key(known.key().id()),
                                        operation,
                                        new Deed.Denied(Objects.requireNonNull(known.fault())),
                                        requestId,
                                        origin))
                        .toList());
    }

    @Override
    public Validated<Principal> entering(Principal principal, String workspace) {
        return principal.workspace().equals(workspace)
                ? Validated.valid(principal)
                : Validated.refused(Problem.notFound());
    }

    @Override
    public Validated<Principal> again(ServerRequest request) {
        if (freshness.isStaleForStreams()) {
            return Validated.refused(KeyFreshness.stale());
        }
        return token(request)
                .flatMap(token -> judged(token, request))
                .filter(Judged::inForce)
                .map(Judged::key)
                .map(key ->
                        places.originObjection(key, request)
                                .<Validated<Principal>>map(Validated::refused)
                                .orElse(Validated.valid(principal(key))))
                .orElseGet(() -> Validated.refused(unauthorized()));
    }

    private static Optional<KeyToken> token(ServerRequest request) {
        List<String> given = request.headers().header(HttpHeaders.AUTHORIZATION);
        if (given.size() != 1
                || !given.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return KeyToken.parse(given.getFirst().substring(SCHEME.length()).strip());
    }

    /** Counts a request of the key, also if it comes from a page that the key does not allow. */
    private Mono<Validated<Admitted>> admitted(
            Judged judged, ServerRequest request, String operation) {
        ApiKey key = judged.key();
        Optional<Problem> objection = places.originObjection(key, request);
        checks.count(objection.map(Problem::code).orElse(KeyChecks.ACCEPTED));
        if (objection.isPresent()) {
            note(Optional.of(judged.but(objection.get().code())), request, operation);
        } else {
            lastSeen.key(
                    key.workspace(),
                    key.id(),
                    judged.secretHash(),
                    clock.instant(),
                    () -> use(request, operation));
        }
        return limits.take(key.id(), key.requestsPerMinute())
                .map(standing ->
                        standing.then(() ->
                                objection
                                        .or(() -> staleness(request))
                                        .<Validated<Principal>>map(Validated::refused)
                                        .orElseGet(() -> Validated.valid(principal(key)))));
    }

    private Optional<Problem> staleness(ServerRequest request) {
        return freshness.isStaleFor(request) ? Optional.of(KeyFreshness.stale()) : Optional.empty();
    }

    private KeyLastUse use(ServerRequest request, String operation) {
        return new KeyLastUse(places.address(request), agent(request), operation);
    }

    private static String agent(ServerRequest request) {
        return UserAgent.of(request.headers().asHttpHeaders());
    }

    private static Principal principal(ApiKey key) {
        return new Principal(
                Actor.key(key.id()),
                null,
                key.workspace(),
                key.scopes(),
                key.resources(),
                key.requestsPerMinute());
    }

    static Problem unauthorized() {
        return Problem.of(
                        401,
                        "unauthorized",
                        "The request has no valid API key in Authorization: Bearer.")
                .with(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"postrider\"");
    }
}
