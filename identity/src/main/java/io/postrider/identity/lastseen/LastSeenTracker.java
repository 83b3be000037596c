package io.postrider.identity.lastseen;

import io.postrider.platform.meters.Bounds;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.LastSeen;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The last-seen times of keys and sessions: those of this node at once, and those of all nodes from the log. A request updates
 * memory only.
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
     * @param box encrypts the uses of keys
     * @param lifetimes decides which secrets and sessions are still needed
     * @param tenants finds the tenants whose shares the secrets take
     */
    public LastSeenTracker(SecretBox box, Lifetimes lifetimes, KeyTenants tenants) {
        this.box = box;
        this.lifetimes = lifetimes;
        this.sessions = new SeenSessions(lifetimes);
        this.secrets = new SeenSecrets(lifetimes, tenants);
    }

    /** Shows how many keys' secrets and sessions are remembered. */
    public void show(Bounds bounds) {
        secrets.show(bounds);
        sessions.show(bounds);
    }

    /**
     * The last use of a key.
     *
     * @param use client and operation; empty if they cannot be decrypted any more
     */
    public record LastUse(Instant at, Optional<KeyLastUse> use) {}

    /**
     * Records a request by a secret of a key.
     *
     * @param use supplies client and operation; called once a minute
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

    /** Records a request by a session that a user has. There is always room for it. */
    public void session(String hash, Instant now) {
        Seen seen = Seen.here(SESSION + hash, now, "", null);
        update(seen.subject(), before -> Optional.of(seen.unlessOlder(before)));
    }

    /** The time of the last request by a session, as far as this node knows. */
    public Optional<Instant> lastActive(String sessionHash) {
        return Optional.ofNullable(sessions.get(SESSION + sessionHash)).map(Seen::at);
    }

    /** The last use of a secret of a key, as far as this node knows. */
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

    /** Applies a record of the log; an older time than the known one changes nothing. */
    void apply(LastSeen value) {
        String subject = value.subject();
        if (!isSession(subject) || sessions.hasRoom(subject)) {
            Seen seen = Seen.inLog(value);
            update(subject, before -> Optional.of(seen.unlessOlder(before)));
        }
    }

    /** Applies the removal of a subject from the log. */
    void forget(String subject) {
        update(subject, before -> before.filter(seen -> !seen.inLog()));
    }

    /** The times that the log does not have yet. */
    List<Seen> unwritten() {
        return all().filter(seen -> !seen.inLog()).toList();
    }

    private Stream<Seen> all() {
        return Stream.concat(sessions.all(), secrets.all());
    }

    /** The record for the log; without client and operation if the workspace's data key is not known. */
    LastSeen sealed(Seen seen) {
        String sealed =
                Optional.ofNullable(seen.use())
                        .flatMap(use ->
                                box.seal(seen.workspace(), purpose(seen.subject()), use.text()))
                        .orElse(null);
        return new LastSeen(seen.subject(), seen.at(), sealed);
    }

    /** Marks a time as written to the log. */
    void written(Seen seen, LastSeen value) {
        update(
                seen.subject(),
                now -> now.map(known -> known.equals(seen) ? Seen.inLog(value) : known));
    }

    /** Assigns the places of remembered keys to their present tenants. */
    void reassign() {
        secrets.reassign();
    }

    /** The subjects that can be removed from the log, since other secrets of the same keys were used later. */
    List<String> takeReplaced() {
        return secrets.takeReplaced();
    }

    /** Whether there are so many sessions that ended ones are not remembered. */
    boolean isCrowded() {
        return sessions.isCrowded();
    }

    /** The subjects in the log that are not needed any more. */
    List<String> over() {
        boolean crowded = isCrowded();
        return all().filter(Seen::inLog)
                .filter(seen ->
                        lifetimes.isOver(seen.subject(), seen.at()) || (crowded && isEnded(seen)))
                .map(Seen::subject)
                .toList();
    }

    /** Whether a record that the log has and memory has not is not needed any more. */
    boolean isLeftOver(LastSeen stored) {
        String subject = stored.subject();
        Seen known = isSession(subject) ? sessions.get(subject) : secrets.get(subject);
        return known == null && lifetimes.isOver(subject, stored.at());
    }

    private boolean isEnded(Seen seen) {
        return isSession(seen.subject()) && !lifetimes.isHeld(seen.subject());
    }

    /** The subject of a key's secret; it has only as much of the hash as distinguishes the secrets of the key. */
    public static String ofKey(String id, String secretHash) {
        return KEY + id + "/" + secretHash.substring(0, Math.min(secretHash.length(), HASH_LENGTH));
    }

    /** Whether a subject is a session. */
    public static boolean isSession(String subject) {
        return subject.startsWith(SESSION);
    }

    /** The hash of the session in a subject. */
    public static String sessionHash(String subject) {
        return subject.substring(SESSION.length());
    }

    /** The id of the key in a subject. */
    public static String keyId(String subject) {
        return subject.substring(KEY.length(), subject.lastIndexOf('/'));
    }

    private static String purpose(String subject) {
        return subject + "/use";
    }
}
