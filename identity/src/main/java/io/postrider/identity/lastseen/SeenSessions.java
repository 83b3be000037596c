package io.postrider.identity.lastseen;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** When sessions were last seen. Safe for several threads. */
final class SeenSessions {

    /** Sessions that no user has any more are forgotten at once beyond this. A session that a user has always has room. */
    static final int SESSIONS_MAX = 200_000;

    private final Map<String, Seen> bySubject = new ConcurrentHashMap<>();
    private final Lifetimes lifetimes;

    SeenSessions(Lifetimes lifetimes) {
        this.lifetimes = lifetimes;
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

    /** Whether what another node says of a session is kept: the users that have sessions bound their number. */
    boolean hasRoom(String subject) {
        return bySubject.size() < SESSIONS_MAX
                || bySubject.containsKey(subject)
                || lifetimes.isHeld(subject);
    }

    boolean isCrowded() {
        return bySubject.size() > SESSIONS_MAX;
    }
}
