package io.postrider.domain.users;

import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user after a change. Data that identifies the user, and credentials, are sealed under the user's own data key: without it,
 * the record reveals nothing about the person.
 *
 * @param emailHash HMAC-SHA-256 of the address in lower case, by which a user is found
 * @param email the e-mail address, sealed
 * @param name the name, sealed
 * @param password the Argon2id hash of the password as a PHC string, sealed; null for a user who signs in with a provider
 * @param totp the second factor; null for none
 * @param identity HMAC-SHA-256 of the linked account of an identity provider; null if there is none
 * @param sessions the sessions, newest first, at most 20
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

    /** Maximum number of sessions; a further sign-in ends the oldest one. */
    public static final int SESSIONS_MAX = 20;

    private static final String ADDRESS = "email/";

    public User {
        sessions = List.copyOf(sessions);
    }

    /** The aggregate of an address, which belongs to the first user who claims it. */
    public static String claimOf(String emailHash) {
        return ADDRESS + emailHash;
    }

    /** Whether an aggregate is the claim of an address, and not of an account of a provider. */
    public static boolean isClaimOfAddress(String aggregate) {
        return aggregate.startsWith(ADDRESS);
    }

    /** The aggregate of an account of a provider, which belongs to the first user who claims it. */
    public static String claimOfIdentity(String identity) {
        return "oidc/" + identity;
    }

    /** Whether a claim, by its aggregate, is one of the user's present address or account of a provider. */
    public boolean has(String claim) {
        return claim.equals(claimOf(emailHash))
                || (identity != null && claim.equals(claimOfIdentity(identity)));
    }

    /** A new user without a second factor. */
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

    /** Sessions that have ended by then are removed. */
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
