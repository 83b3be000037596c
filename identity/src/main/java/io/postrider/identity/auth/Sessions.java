package io.postrider.identity.auth;

import io.postrider.domain.users.Session;
import io.postrider.identity.auth.UserReplica.SignedIn;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.web.resource.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Optional;
import org.springframework.web.reactive.function.server.ServerRequest;

/** Finds the user of a session cookie; expired and idle sessions do not count. */
public final class Sessions {

    private final UserReplica users;
    private final SessionCookie cookie;
    private final SessionSettings settings;
    private final TokenHasher hasher;
    private final Hmac csrf;
    private final LastSeenTracker lastSeen;
    private final InstantSource clock;

    /**
     * @param csrfKey key of the tokens that prove that a page of this service sends a request
     */
    public Sessions(
            UserReplica users,
            SessionCookie cookie,
            SessionSettings settings,
            TokenHasher hasher,
            byte[] csrfKey,
            LastSeenTracker lastSeen,
            InstantSource clock) {
        this.users = users;
        this.cookie = cookie;
        this.settings = settings;
        this.hasher = hasher;
        this.csrf = new Hmac(csrfKey);
        this.lastSeen = lastSeen;
        this.clock = clock;
    }

    /** The user of a request's session cookie; the request counts as activity. */
    Optional<SignedIn> of(ServerRequest request) {
        Optional<SignedIn> found = awake(request);
        found.ifPresent(signedIn -> lastSeen.session(signedIn.session().hash(), clock.instant()));
        return found;
    }

    /** The user of a request's session cookie; the request does not count as activity. */
    Optional<SignedIn> awake(ServerRequest request) {
        Instant now = clock.instant();
        return cookie.of(request)
                .map(hasher::hash)
                .flatMap(users::bySession)
                .filter(signedIn -> isAwake(signedIn, now));
    }

    /** The token that a page of this service sends with a request that changes something. */
    public String csrfToken(String sessionHash) {
        return HexFormat.of().formatHex(csrf.of("csrf", sessionHash));
    }

    boolean isCsrfToken(String sessionHash, String given) {
        return MessageDigest.isEqual(
                csrfToken(sessionHash).getBytes(StandardCharsets.US_ASCII),
                given.getBytes(StandardCharsets.UTF_8));
    }

    private boolean isAwake(SignedIn signedIn, Instant now) {
        return now.isBefore(signedIn.session().endsAt())
                && now.isBefore(lastActive(signedIn.session()).plus(settings.idle()));
    }

    /** Time of the last request of a session on any node, exact to a minute. */
    public Instant lastActive(Session session) {
        return lastSeen.lastActive(session.hash())
                .filter(seen -> seen.isAfter(session.startedAt()))
                .orElse(session.startedAt());
    }
}
