package io.postrider.api.auth;

import io.postrider.api.http.Checked;
import io.postrider.api.http.Gate;
import io.postrider.api.http.Principal;
import io.postrider.api.http.Problem;
import io.postrider.api.http.PublicAddress;
import io.postrider.api.http.UserAgent;
import io.postrider.api.quotas.Quotas;
import io.postrider.api.sightings.Sightings;
import io.postrider.api.sightings.Use;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.keys.OldSecret;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.Actor;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.core.publisher.Mono;

/**
 * Lets requests in that carry an API key in force. Wrong, unknown, revoked, expired and used from elsewhere get one and
 * the same answer, after the same work.
 */
public final class KeyGate implements Gate {

    private static final String SCHEME = "Bearer ";
    private static final String HASH_OF_NOTHING = "0".repeat(64);

    private final KeyTable keys;
    private final TokenHasher hasher;
    private final KeyFreshness freshness;
    private final KeyPlaces places;
    private final Sightings sightings;
    private final InstantSource clock;
    private final RateLimits limits;

    public KeyGate(
            KeyTable keys,
            TokenHasher hasher,
            KeyFreshness freshness,
            ClientAddress addresses,
            PublicAddress address,
            Sightings sightings,
            InstantSource clock,
            Quotas quotas) {
        this.keys = keys;
        this.hasher = hasher;
        this.freshness = freshness;
        this.places = new KeyPlaces(addresses, address);
        this.sightings = sightings;
        this.clock = clock;
        this.limits = new RateLimits(quotas, "key");
    }

    @Override
    public Mono<Checked<Admitted>> admit(ServerRequest request, String operation) {
        Optional<KeyToken> token = token(request);
        if (token.isEmpty()) {
            return Mono.just(Checked.refused(unauthorized()));
        }
        if (!freshness.restored()) {
            return Mono.just(Checked.refused(KeyFreshness.restoring()));
        }
        return inForce(token.get(), request)
                .map(match -> admitted(match, request, operation))
                .orElseGet(() -> Mono.just(Checked.refused(unauthorized())));
    }

    /** A key, and which of its secrets somebody knows. */
    private record Match(ApiKey key, String secretHash) {}

    private Optional<Match> inForce(KeyToken token, ServerRequest request) {
        Optional<KnownKey> known = keys.byPublicId(token.publicId());
        Optional<ApiKey> found = known.map(KnownKey::key);
        Instant now = clock.instant();
        Optional<String> matching =
                hasher.matching(
                        token.text(),
                        found.map(ApiKey::secretHash).orElse(HASH_OF_NOTHING),
                        found.flatMap(key -> oldHash(key, now)).orElse(HASH_OF_NOTHING));
        return known.filter(it -> it.key().inForce(now) && places.isAddressAllowed(it, request))
                .flatMap(it -> matching.map(hash -> new Match(it.key(), hash)));
    }

    @Override
    public Checked<Principal> entering(Principal principal, String workspace) {
        return principal.workspace().equals(workspace)
                ? Checked.valid(principal)
                : Checked.refused(Problem.notFound());
    }

    @Override
    public Checked<Principal> again(ServerRequest request) {
        return token(request)
                .flatMap(token -> inForce(token, request))
                .map(Match::key)
                .map(key ->
                        places.originObjection(key, request)
                                .<Checked<Principal>>map(Checked::refused)
                                .orElse(Checked.valid(principal(key))))
                .orElseGet(() -> Checked.refused(unauthorized()));
    }

    private static Optional<KeyToken> token(ServerRequest request) {
        List<String> given = request.headers().header(HttpHeaders.AUTHORIZATION);
        if (given.size() != 1
                || !given.getFirst().regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return Optional.empty();
        }
        return KeyToken.parse(given.getFirst().substring(SCHEME.length()).strip());
    }

    /** A secret that was rotated away is good until its overlap ends. */
    private static Optional<String> oldHash(ApiKey key, Instant now) {
        return Optional.ofNullable(key.previous())
                .filter(old -> now.isBefore(old.endsAt()))
                .map(OldSecret::hash);
    }

    private Mono<Checked<Admitted>> admitted(Match match, ServerRequest request, String operation) {
        ApiKey key = match.key();
        Optional<Problem> objection = places.originObjection(key, request);
        if (objection.isPresent()) {
            return Mono.just(Checked.refused(objection.get()));
        }
        sightings.key(
                key.workspace(),
                key.id(),
                match.secretHash(),
                clock.instant(),
                () -> use(request, operation));
        return limits.take(key.id(), key.requestsPerMinute())
                .map(standing ->
                        standing.then(() ->
                                freshness.isStaleFor(request)
                                        ? Checked.refused(KeyFreshness.stale())
                                        : Checked.valid(principal(key))));
    }

    private Use use(ServerRequest request, String operation) {
        return new Use(
                places.address(request),
                UserAgent.of(request.headers().asHttpHeaders()),
                operation);
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
        return Problem.of(401, "unauthorized", "A valid API key is needed as a Bearer token.")
                .with(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"postrider\"");
    }
}
