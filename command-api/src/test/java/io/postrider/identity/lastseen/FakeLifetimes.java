package io.postrider.identity.lastseen;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Secrets and sessions that keys and users have, as a test says; what was seen before a time is over. */
final class FakeLifetimes implements Lifetimes {

    final Set<String> held = ConcurrentHashMap.newKeySet();
    private final Instant over;

    FakeLifetimes(Instant over) {
        this.over = over;
    }

    @Override
    public boolean isHeld(String subject) {
        return held.contains(subject);
    }

    @Override
    public boolean isOver(String subject, Instant at) {
        return at.isBefore(over);
    }
}
