package io.postrider.domain.users;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user as of some change. What says who it is, and what signs in, is sealed under the user's own data key: without
 * it, nothing here tells anything of a person.
 *
 * @param emailHash HMAC-SHA-256 of the address in lower case, by which a user is found
 * @param email sealed
 * @param name sealed
 * @param password Argon2id as a PHC string, sealed; null for who signs in elsewhere
 * @param totp null without a second factor
 * @param identity HMAC-SHA-256 of the linked account of an identity provider; null if there is none
 * @param sessions the newest first; at most {@link #SESSIONS_MAX}
 * @param invitedTo the workspace whose invitation created the account, counted for its owner; null for none
 */
public record User(
        String id,
        String emailHash,
        String email,
        String name,
        @Nullable String password,
        @Nullable Totp totp,
        @Nullable String identity,
        List<Session> sessions,
        Instant createdAt,
        Instant updatedAt,
        @Nullable String invitedTo)
        implements Resource {

    @Override
    public String workspace() {
        return "";
    }

    /** Whoever signs in once more is signed out where that was longest ago. */
    public static final int SESSIONS_MAX = 20;

    private static final String ADDRESS = "email/";

    public User {
        sessions = List.copyOf(sessions);
    }

    /** The aggregate of an address: who claims it first has it. */
    public static String claimOf(String emailHash) {
        return ADDRESS + emailHash;
    }

    /** Whether an aggregate is the claim of an address, and not of an account elsewhere. */
    public static boolean isClaimOfAddress(String aggregate) {
        return aggregate.startsWith(ADDRESS);
    }

    /** The aggregate of an account elsewhere: who claims it first has it. */
    public static String claimOfIdentity(String identity) {
        return "oidc/" + identity;
    }

    /** Whether a claim, by its aggregate, is of what the user signs in with now. */
    public boolean has(String claim) {
        return claim.equals(claimOf(emailHash))
                || (identity != null && claim.equals(claimOfIdentity(identity)));
    }

    /** Somebody new, who has no second factor yet. */
    public static User opened(
            String id,
            String emailHash,
            String email,
            String name,
            @Nullable String password,
            @Nullable String identity,
            @Nullable String invitedTo,
            List<Session> sessions,
            Instant at) {
        return new User(
                id, emailHash, email, name, password, null, identity, sessions, at, at, invitedTo);
    }

    User withName(String sealed, Instant at) {
        return new User(
                id, emailHash, email, sealed, password, totp, identity, sessions, createdAt, at,
                invitedTo);
    }

    User withEmail(String hash, String sealed, Instant at) {
        return new User(
                id, hash, sealed, name, password, totp, identity, sessions, createdAt, at,
                invitedTo);
    }

    User withPassword(@Nullable String sealed, Instant at) {
        return new User(
                id, emailHash, email, name, sealed, totp, identity, sessions, createdAt, at,
                invitedTo);
    }

    User withTotp(@Nullable Totp changed, Instant at) {
        return new User(
                id, emailHash, email, name, password, changed, identity, sessions, createdAt, at,
                invitedTo);
    }

    User withIdentity(String hash, Instant at) {
        return new User(
                id, emailHash, email, name, password, totp, hash, sessions, createdAt, at,
                invitedTo);
    }

    boolean hasSession(String hash) {
        return sessions.stream().anyMatch(session -> session.hash().equals(hash));
    }

    User signedIn(Session session, Instant at) {
        return withSessions(Stream.concat(Stream.of(session), others(session.hash())), at);
    }

    User signedOut(String hash, Instant at) {
        return withSessions(others(hash), at);
    }

    private Stream<Session> others(String hash) {
        return sessions.stream().filter(session -> !session.hash().equals(hash));
    }

    /** What is over by then is not kept. */
    User withSessions(Stream<Session> changed, Instant at) {
        return new User(
                id,
                emailHash,
                email,
                name,
                password,
                totp,
                identity,
                changed.filter(session -> at.isBefore(session.endsAt()))
                        .sorted(Comparator.comparing(Session::startedAt).reversed())
                        .limit(SESSIONS_MAX)
                        .toList(),
                createdAt,
                at,
                invitedTo);
    }

    @Override
    public String toString() {
        return "User[" + id + "]";
    }
}
