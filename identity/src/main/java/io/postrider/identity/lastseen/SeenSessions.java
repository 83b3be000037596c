package io.postrider.identity.lastseen;

import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last-seen times of sessions. Thread-safe. */
final class SeenSessions {

    /**
     * Beyond this number, sessions that no user has any more are forgotten at once. A session that a user has always has room.
     */
    static final int SESSIONS_MAX = 200_000;

    private final Map<String, Seen> bySubject = new ConcurrentHashMap<>();
    private final Lifetimes lifetimes;

    SeenSessions(Lifetimes lifetimes) {
        this.lifetimes = lifetimes;
    }

    /** Shows how many sessions are remembered. */
    void show(Bounds bounds) {
        bounds.show(Kind.CACHE, "last_uses_of_sessions", bySubject::size, SESSIONS_MAX);
    }

    @Nullable Seen get(String subject) {
        return bySubject.get(subject);
    }

    Stream<Seen> all() {
        return bySubject.values().stream();
    }

    void update(String subject, UnaryOperator<Optional<Seen>> change) {
        bySubject.compute(
                subject, (_, before) -> change.apply(Optional.ofNullable(before)).orElse(null));
    }

    /** Whether the time from another node is remembered: the number of such sessions is limited by their users. */
    boolean hasRoom(String subject) {
        return bySubject.size() < SESSIONS_MAX
                || bySubject.containsKey(subject)
                || lifetimes.isHeld(subject);
    }

    boolean isCrowded() {
        return bySubject.size() > SESSIONS_MAX;
    }
}
