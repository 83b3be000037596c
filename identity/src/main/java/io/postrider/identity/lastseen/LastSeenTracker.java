package io.postrider.identity.lastseen;

import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.LastSeen;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * When keys and sessions were last seen: what this node saw itself, at once, and what the log has of all nodes. Seeing
 * somebody writes into memory alone.
 */
public final class LastSeenTracker {

    private static final long MINUTE_MILLIS = 60_000;
    private static final int HASH_LENGTH = 16;
    private static final String KEY = "key/";
    private static final String SESSION = "session/";

    private final SecretBox box;
    private final Lifetimes lifetimes;
    private final SeenSessions sessions;
    private final SeenSecrets secrets;

    /**
     * @param box seals from where and for what keys are used
     * @param lifetimes which secrets and sessions are still needed
     * @param tenants whose shares of the secrets are taken
     */
    public LastSeenTracker(SecretBox box, Lifetimes lifetimes, KeyTenants tenants) {
        this.box = box;
        this.lifetimes = lifetimes;
        this.sessions = new SeenSessions(lifetimes);
        this.secrets = new SeenSecrets(lifetimes, tenants);
    }

    /**
     * When a key was last used.
     *
     * @param use empty if it cannot be told any more
     */
    public record LastUse(Instant at, Optional<KeyLastUse> use) {}

    /**
     * Notes a request by a secret of a key.
     *
     * @param use asked for once a minute
     */
    public void key(
            String workspace, String id, String secretHash, Instant now, Supplier<KeyLastUse> use) {
        String subject = ofKey(id, secretHash);
        Instant minute =
                Instant.ofEpochMilli(
                        now.toEpochMilli() - Math.floorMod(now.toEpochMilli(), MINUTE_MILLIS));
        Seen last = secrets.get(subject);
        if (last == null || last.at().isBefore(minute)) {
            Seen seen = Seen.here(subject, minute, workspace, use.get());
            update(subject, before -> Optional.of(seen.unlessOlder(before)));
        }
    }

    /** Notes a request by a session that a user has. There is always room for it. */
    public void session(String hash, Instant now) {
        Seen seen = Seen.here(SESSION + hash, now, "", null);
        update(seen.subject(), before -> Optional.of(seen.unlessOlder(before)));
    }

    /** The time of the last request by a session, as far as this node knows. */
    public Optional<Instant> lastActive(String sessionHash) {
        return Optional.ofNullable(sessions.get(SESSION + sessionHash)).map(Seen::at);
    }

    /** When a secret of a key was last used, as far as this node knows. */
    public Optional<LastUse> lastUse(String workspace, String id, String secretHash) {
        return Optional.ofNullable(secrets.get(ofKey(id, secretHash)))
                .map(seen ->
                        new LastUse(
                                seen.at(),
                                Optional.ofNullable(seen.use()).or(() -> opened(workspace, seen))));
    }

    private Optional<KeyLastUse> opened(String workspace, Seen seen) {
        return Optional.ofNullable(seen.sealed())
                .flatMap(sealed -> box.open(workspace, purpose(seen.subject()), sealed))
                .flatMap(KeyLastUse::parse);
    }

    private void update(String subject, UnaryOperator<Optional<Seen>> change) {
        if (isSession(subject)) {
            sessions.update(subject, change);
        } else {
            secrets.update(subject, change);
        }
    }

    /** What the log has; an older time than is known changes nothing. */
    void apply(LastSeen value) {
        String subject = value.subject();
        if (!isSession(subject) || sessions.hasRoom(subject)) {
            Seen seen = Seen.inLog(value);
            update(subject, before -> Optional.of(seen.unlessOlder(before)));
        }
    }

    /** The log has nothing of a subject any more. */
    void forget(String subject) {
        update(subject, before -> before.filter(seen -> !seen.inLog()));
    }

    /** What the log does not have yet. */
    List<Seen> unwritten() {
        return all().filter(seen -> !seen.inLog()).toList();
    }

    private Stream<Seen> all() {
        return Stream.concat(sessions.all(), secrets.all());
    }

    /** How the log is to have it; without the use where the workspace's data key is not known. */
    LastSeen sealed(Seen seen) {
        String sealed =
                Optional.ofNullable(seen.use())
                        .flatMap(use ->
                                box.seal(seen.workspace(), purpose(seen.subject()), use.text()))
                        .orElse(null);
        return new LastSeen(seen.subject(), seen.at(), sealed);
    }

    /** The log has it. */
    void written(Seen seen, LastSeen value) {
        update(
                seen.subject(),
                now -> now.map(known -> known.equals(seen) ? Seen.inLog(value) : known));
    }

    /** Has the tenants of today take the places of what is remembered of keys. */
    void reassign() {
        secrets.reassign();
    }

    /** What the log need not have any more, since other secrets of the same keys were seen. */
    List<String> takeReplaced() {
        return secrets.takeReplaced();
    }

    /** Whether there are so many sessions that those which ended need not be kept until they are over. */
    boolean isCrowded() {
        return sessions.isCrowded();
    }

    /** The subjects in the log of which nothing need be known any more. */
    List<String> over() {
        boolean crowded = isCrowded();
        return all().filter(Seen::inLog)
                .filter(seen ->
                        lifetimes.isOver(seen.subject(), seen.at()) || (crowded && isEnded(seen)))
                .map(Seen::subject)
                .toList();
    }

    /** Whether nothing need be known any more of what the log has and memory has not. */
    boolean isLeftOver(LastSeen stored) {
        String subject = stored.subject();
        Seen known = isSession(subject) ? sessions.get(subject) : secrets.get(subject);
        return known == null && lifetimes.isOver(subject, stored.at());
    }

    private boolean isEnded(Seen seen) {
        return isSession(seen.subject()) && !lifetimes.isHeld(seen.subject());
    }

    /** Under what the secret of a key is seen; of its hash there is no more than tells it from the key's others. */
    public static String ofKey(String id, String secretHash) {
        return KEY + id + "/" + secretHash.substring(0, Math.min(secretHash.length(), HASH_LENGTH));
    }

    /** Whether a subject is a session. */
    public static boolean isSession(String subject) {
        return subject.startsWith(SESSION);
    }

    /** The hash of the session that a subject is. */
    public static String sessionHash(String subject) {
        return subject.substring(SESSION.length());
    }

    /** The id of the key whose secret a subject is. */
    public static String keyId(String subject) {
        return subject.substring(KEY.length(), subject.lastIndexOf('/'));
    }

    private static String purpose(String subject) {
        return subject + "/use";
    }
}
