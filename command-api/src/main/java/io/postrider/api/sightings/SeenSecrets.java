package io.postrider.api.sightings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When secrets of keys were last seen, so many of each key at most: a key can be rotated as often as its caller likes. Safe for
 * several threads.
 */
final class SeenSecrets {

    /** Of all keys; a new key has no room beyond that. */
    static final int SECRETS_MAX = 100_000;

    /** A key has two; others are replaced ones, which nodes hear of in any order. */
    static final int OF_KEY_MAX = 4;

    private static final int REPLACED_MAX = 10_000;

    private final Map<String, List<Seen>> byKey = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();
    private final Set<String> replaced = ConcurrentHashMap.newKeySet();
    private final Comparator<Seen> leastNeeded;

    SeenSecrets(Lifetimes lifetimes) {
        leastNeeded =
                Comparator.comparing((Seen seen) -> lifetimes.isHeld(seen.subject()))
                        .thenComparing(Seen::at);
    }

    @Nullable Seen get(String subject) {
        for (Seen seen : byKey.getOrDefault(Sightings.keyId(subject), List.of())) {
            if (seen.subject().equals(subject)) {
                return seen;
            }
        }
        return null;
    }

    Stream<Seen> all() {
        return byKey.values().stream().flatMap(List::stream);
    }

    void update(String subject, UnaryOperator<Optional<Seen>> change) {
        byKey.compute(
                Sightings.keyId(subject),
                (_, before) -> updated(before == null ? List.of() : before, subject, change));
    }

    private @Nullable List<Seen> updated(
            List<Seen> before, String subject, UnaryOperator<Optional<Seen>> change) {
        List<Seen> after = new ArrayList<>(before);
        after.removeIf(seen -> seen.subject().equals(subject));
        Optional<Seen> known =
                before.stream().filter(seen -> seen.subject().equals(subject)).findFirst();
        change.apply(known).ifPresent(after::add);
        while (after.size() > OF_KEY_MAX || (after.size() > before.size() && isFull())) {
            drop(after, before);
        }
        number.addAndGet(after.size() - before.size());
        return after.isEmpty() ? null : List.copyOf(after);
    }

    private boolean isFull() {
        return number.get() >= SECRETS_MAX;
    }

    /** Takes the least needed one out, of memory and, if the log can have it, of the log. */
    private void drop(List<Seen> after, List<Seen> before) {
        Seen dropped = after.stream().min(leastNeeded).orElseThrow();
        after.remove(dropped);
        if (!before.isEmpty() && replaced.size() < REPLACED_MAX) {
            replaced.add(dropped.subject());
        }
    }

    /** The secrets that others of their keys took the place of since this was last asked. */
    List<String> takeReplaced() {
        List<String> taken = new ArrayList<>();
        for (String subject : List.copyOf(replaced)) {
            replaced.remove(subject);
            if (get(subject) == null) {
                taken.add(subject);
            }
        }
        return taken;
    }
}
