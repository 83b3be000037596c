package io.postrider.identity.lastseen;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.meters.Bounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last-seen times of keys' secrets, with a limit for each key: a caller can rotate a key without limit. All secrets share
 * one number of places, of which each tenant may have a quarter. Thread-safe.
 */
final class SeenSecrets {

    /** Places of all keys; beyond that, or beyond the share of its tenant, a new key is not remembered. */
    static final int SECRETS_MAX = 100_000;

    /** Secrets of a key. A key has two; others are replaced ones, whose uses nodes read in any order. */
    static final int OF_KEY_MAX = 4;

    private static final int REPLACED_MAX = 10_000;

    private final Map<String, OfKey> byKey = new ConcurrentHashMap<>();
    private final SharedCapacity places = SharedCapacity.ofTenants(SECRETS_MAX);
    private final Set<String> replaced = ConcurrentHashMap.newKeySet();
    private final KeyTenants tenants;
    private final Comparator<Seen> leastNeeded;

    /**
     * The secrets of a key.
     *
     * @param tenant the tenant that has their places
     */
    private record OfKey(String tenant, List<Seen> secrets) {

        OfKey {
            secrets = List.copyOf(secrets);
        }
    }

    SeenSecrets(Lifetimes lifetimes, KeyTenants tenants) {
        this.tenants = tenants;
        this.leastNeeded =
                Comparator.comparing((Seen seen) -> lifetimes.isHeld(seen.subject()))
                        .thenComparing(Seen::at);
    }

    /** Shows how many secrets are remembered. */
    void show(Bounds bounds) {
        bounds.show("last_uses_of_keys", places);
    }

    @Nullable Seen get(String subject) {
        OfKey known = byKey.get(LastSeenTracker.keyId(subject));
        return known == null ? null : of(known.secrets, subject).orElse(null);
    }

    private static Optional<Seen> of(List<Seen> secrets, String subject) {
        for (Seen seen : secrets) {
            if (seen.subject().equals(subject)) {
                return Optional.of(seen);
            }
        }
        return Optional.empty();
    }

    Stream<Seen> all() {
        return byKey.values().stream().flatMap(known -> known.secrets.stream());
    }

    void update(String subject, UnaryOperator<Optional<Seen>> change) {
        byKey.compute(
                LastSeenTracker.keyId(subject),
                (key, before) -> updated(assigned(key, before), subject, change));
    }

    /**
     * Assigns the secrets of each key to the present tenant of the key: a node may read a key's event later than its use, and
     * the owner of a workspace can change. Secrets without room are forgotten on this node only.
     */
    void reassign() {
        byKey.forEach((key, known) -> {
            if (!tenants.ofKey(key).equals(known.tenant)) {
                byKey.computeIfPresent(key, (_, before) -> orNone(assigned(key, before)));
            }
        });
    }

    private OfKey assigned(String key, @Nullable OfKey before) {
        String tenant = tenants.ofKey(key);
        if (before == null || before.tenant.equals(tenant)) {
            return before == null ? new OfKey(tenant, List.of()) : before;
        }
        places.release(before.tenant, before.secrets.size());
        List<Seen> left = new ArrayList<>(before.secrets);
        while (places.take(tenant, left.size()) != Grant.GRANTED) {
            left.remove(leastNeeded(left));
        }
        return new OfKey(tenant, left);
    }

    private @Nullable OfKey updated(
            OfKey before, String subject, UnaryOperator<Optional<Seen>> change) {
        List<Seen> after = new ArrayList<>(before.secrets);
        after.removeIf(seen -> seen.subject().equals(subject));
        change.apply(of(before.secrets, subject)).ifPresent(after::add);
        boolean replacing = !before.secrets.isEmpty();
        if (after.size() > OF_KEY_MAX) {
            drop(after, replacing);
        }
        int more = after.size() - before.secrets.size();
        if (more < 0) {
            places.release(before.tenant, -more);
        } else if (places.take(before.tenant, more) != Grant.GRANTED) {
            drop(after, replacing);
        }
        return orNone(new OfKey(before.tenant, after));
    }

    private static @Nullable OfKey orNone(OfKey known) {
        return known.secrets.isEmpty() ? null : known;
    }

    private Seen leastNeeded(List<Seen> secrets) {
        return secrets.stream().min(leastNeeded).orElseThrow();
    }

    /**
     * Removes the least needed secret from memory, and soon from the log; if too many were replaced, at the end of its
     * lifetime.
     */
    private void drop(List<Seen> after, boolean replacing) {
        Seen dropped = leastNeeded(after);
        after.remove(dropped);
        if (replacing && replaced.size() < REPLACED_MAX) {
            replaced.add(dropped.subject());
        }
    }

    /** The secrets replaced by others of their keys since the last call. */
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
