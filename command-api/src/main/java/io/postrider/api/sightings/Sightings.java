package io.postrider.api.sightings;

import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * When keys and sessions were last seen: what this node saw itself, at once, and what the log has of all nodes. Seeing
 * somebody writes into memory alone.
 */
public final class Sightings {

    /** In memory at once; what is new beyond that is not remembered. */
    static final int SUBJECTS_MAX = 200_000;

    private static final long MINUTE_MILLIS = 60_000;
    private static final int HASH_LENGTH = 16;
    private static final String KEY = "key/";
    private static final String SESSION = "session/";

    private final SecretBox box;

    /** What this node saw, until the log has it. */
    private final Map<String, Seen> fresh = new ConcurrentHashMap<>();

    /** The newest that the log has. */
    private final Map<String, Sighting> known = new ConcurrentHashMap<>();

    /** @param box seals from where and for what keys are used */
    public Sightings(SecretBox box) {
        this.box = box;
    }

    /** @param workspace whose data key seals the use */
    record Seen(String subject, String workspace, Instant at, @Nullable Use use) {}

    /**
     * When a key was last used.
     *
     * @param use empty if it cannot be told any more
     */
    public record LastUse(Instant at, Optional<Use> use) {}

    /**
     * A secret of a key let somebody in.
     *
     * @param use asked for once a minute
     */
    public void key(
            String workspace, String id, String secretHash, Instant now, Supplier<Use> use) {
        String subject = ofKey(id, secretHash);
        Instant minute =
                Instant.ofEpochMilli(
                        now.toEpochMilli() - Math.floorMod(now.toEpochMilli(), MINUTE_MILLIS));
        if (!isSeen(subject, minute) && hasRoom(subject)) {
            fresh.put(subject, new Seen(subject, workspace, minute, use.get()));
        }
    }

    private boolean isSeen(String subject, Instant minute) {
        Seen seen = fresh.get(subject);
        if (seen != null) {
            return !seen.at().isBefore(minute);
        }
        Sighting last = known.get(subject);
        return last != null && !last.at().isBefore(minute);
    }

    private boolean hasRoom(String subject) {
        return fresh.size() < SUBJECTS_MAX || fresh.containsKey(subject);
    }

    /** A session let somebody in. */
    public void session(String hash, Instant now) {
        String subject = SESSION + hash;
        if (hasRoom(subject)) {
            fresh.merge(
                    subject,
                    new Seen(subject, "", now, null),
                    (before, next) -> next.at().isAfter(before.at()) ? next : before);
        }
    }

    /** When a session last let somebody in, as far as this node knows. */
    public Optional<Instant> lastActive(String sessionHash) {
        Seen seen = fresh.get(SESSION + sessionHash);
        Sighting last = known.get(SESSION + sessionHash);
        if (seen != null && (last == null || seen.at().isAfter(last.at()))) {
            return Optional.of(seen.at());
        }
        return Optional.ofNullable(last).map(Sighting::at);
    }

    /** When a secret of a key was last used, as far as this node knows. */
    public Optional<LastUse> lastUse(String workspace, String id, String secretHash) {
        String subject = ofKey(id, secretHash);
        Seen seen = fresh.get(subject);
        Sighting last = known.get(subject);
        if (seen != null && (last == null || seen.at().isAfter(last.at()))) {
            return Optional.of(new LastUse(seen.at(), Optional.ofNullable(seen.use())));
        }
        return Optional.ofNullable(last)
                .map(sighting -> new LastUse(sighting.at(), opened(workspace, sighting)));
    }

    private Optional<Use> opened(String workspace, Sighting sighting) {
        return Optional.ofNullable(sighting.sealed())
                .flatMap(sealed -> box.open(workspace, purpose(sighting.subject()), sealed))
                .flatMap(Use::parse);
    }

    /** What the log has; an older sighting than is known changes nothing. */
    void apply(Sighting sighting) {
        if (known.size() < SUBJECTS_MAX || known.containsKey(sighting.subject())) {
            known.merge(
                    sighting.subject(),
                    sighting,
                    (before, next) -> next.at().isAfter(before.at()) ? next : before);
        }
    }

    /** The log has nothing of a subject any more. */
    void forget(String subject) {
        known.remove(subject);
    }

    /** What the log does not have yet. */
    List<Seen> unwritten() {
        return List.copyOf(fresh.values());
    }

    /** How the log is to have it; without the use where the workspace's data key is not known. */
    Sighting sealed(Seen seen) {
        String sealed =
                Optional.ofNullable(seen.use())
                        .flatMap(use ->
                                box.seal(seen.workspace(), purpose(seen.subject()), use.text()))
                        .orElse(null);
        return new Sighting(seen.subject(), seen.at(), sealed);
    }

    /** The log has it. */
    void written(Seen seen, Sighting sighting) {
        apply(sighting);
        fresh.remove(seen.subject(), seen);
    }

    /** The subjects of which nothing need be known any more. */
    List<String> over(BiPredicate<String, Instant> isOver) {
        return known.values().stream()
                .filter(sighting -> isOver.test(sighting.subject(), sighting.at()))
                .map(Sighting::subject)
                .toList();
    }

    /** Under what the secret of a key is seen; of its hash there is no more than tells it from the key's others. */
    public static String ofKey(String id, String secretHash) {
        return KEY + id + "/" + secretHash.substring(0, Math.min(secretHash.length(), HASH_LENGTH));
    }

    /** Whether a subject is a session. */
    public static boolean isSession(String subject) {
        return subject.startsWith(SESSION);
    }

    /** The id of the key whose secret a subject is. */
    public static String keyId(String subject) {
        return subject.substring(KEY.length(), subject.lastIndexOf('/'));
    }

    private static String purpose(String subject) {
        return subject + "/use";
    }
}
