package io.postrider.identity.audit;

import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.schemas.Actor;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Aggregates equal entries, so that a repeated request does not fill the audit. The first entry of a kind is written at once;
 * the entries after it are written together once a minute, within a limit per workspace and deed. Kinds that {@link KindShares}
 * has no room for are counted in one group of their workspace and deed. Not thread-safe.
 */
final class AuditAggregator {

    /**
     * Entries written per workspace and deed in a minute; the rest wait, and the entry that has waited longest is written
     * first.
     */
    static final int TOLD_MAX = 30;

    /** Entries of these that are written at once, so that the others are left for waiting entries. */
    static final int AT_ONCE_MAX = 20;

    /**
     * Kinds of denied operations counted at the same time, and as many of completed operations and of groups; a tenant may have
     * a quarter of each.
     */
    static final int KINDS_MAX = 10_000;

    /** The actor of a group: kinds of one workspace and deed that are counted together for lack of room. */
    static final Actor SEVERAL = Actor.system("audit");

    private static final String SEVERAL_OPERATIONS = "several";

    private static final Duration QUIET = Duration.ofMinutes(1);

    private final Map<Kind, Heard> heard = new HashMap<>();
    private final Map<Budget, Spent> spent = new HashMap<>();
    private final KindShares shares;
    private long missed;

    AuditAggregator(Tenants tenants) {
        this.shares = new KindShares(tenants);
    }

    /** The fields in which equal entries agree. */
    record Kind(String workspace, Actor actor, String operation, Deed deed) {

        static Kind of(Entry entry) {
            return new Kind(entry.workspace(), entry.actor(), entry.operation(), entry.deed());
        }

        boolean isGrouped() {
            return actor.equals(SEVERAL);
        }
    }

    /** The start of the current interval and the entries counted since then. */
    private record Heard(Instant since, int times, Entry newest, Instant at) {}

    private record Budget(String workspace, Deed deed) {}

    private record Spent(Instant since, int told) {}

    /**
     * Entries that are due to be written.
     *
     * @param newest the newest of these entries
     * @param at the time of the newest entry
     */
    record Told(Entry newest, Instant at, int times) {}

    /** Shows how many kinds are counted; any thread may read them. */
    void show(Bounds bounds) {
        shares.show(bounds);
    }

    /** Counts an entry; the result is the entry to write at once, if any. */
    Optional<Told> take(Entry entry, Instant now) {
        if (shares.hold(Kind.of(entry))) {
            return count(entry, now);
        }
        Entry group = group(entry);
        if (shares.hold(Kind.of(group))) {
            return count(group, now);
        }
        missed++;
        return Optional.empty();
    }

    /** The same entry without its origin, which is sealed for one actor. */
    private static Entry group(Entry entry) {
        return new Entry(
                entry.workspace(),
                SEVERAL,
                SEVERAL_OPERATIONS,
                entry.deed(),
                entry.requestId(),
                null);
    }

    private Optional<Told> count(Entry entry, Instant now) {
        Kind kind = Kind.of(entry);
        Heard before = heard.get(kind);
        boolean isNew = before == null || (before.times == 0 && isOver(before.since, now));
        if (isNew && spend(kind, AT_ONCE_MAX, now)) {
            heard.put(kind, new Heard(now, 0, entry, now));
            return Optional.of(new Told(entry, now, 1));
        }
        Instant since = before == null || isNew ? now : before.since;
        heard.put(kind, new Heard(since, before == null ? 1 : before.times + 1, entry, now));
        return Optional.empty();
    }

    /** The entries counted for at least a minute, to be written together; kinds without new entries are removed. */
    List<Told> due(Instant now) {
        forgetQuiet(now);
        List<Map.Entry<Kind, Heard>> waiting =
                heard.entrySet().stream()
                        .filter(each -> isOver(each.getValue().since, now))
                        .sorted(Comparator.comparing(each -> each.getValue().since))
                        .toList();
        List<Told> due = new ArrayList<>();
        for (Map.Entry<Kind, Heard> each : waiting) {
            if (spend(each.getKey(), TOLD_MAX, now)) {
                Heard known = each.getValue();
                due.add(told(known));
                each.setValue(new Heard(now, 0, known.newest, known.at));
            }
        }
        spent.values().removeIf(each -> isOver(each.since, now));
        return due;
    }

    private void forgetQuiet(Instant now) {
        List<Kind> quiet =
                heard.entrySet().stream()
                        .filter(each -> each.getValue().times == 0)
                        .filter(each -> isOver(each.getValue().since, now))
                        .map(Map.Entry::getKey)
                        .toList();
        quiet.forEach(heard::remove);
        quiet.forEach(shares::release);
    }

    /** The number of entries not counted for lack of room since the last call. */
    long takeMissed() {
        long number = missed;
        missed = 0;
        return number;
    }

    /** All entries that are counted and not written. */
    List<Told> rest() {
        return heard.values().stream()
                .filter(each -> each.times > 0)
                .map(AuditAggregator::told)
                .toList();
    }

    private static Told told(Heard each) {
        return new Told(each.newest, each.at, each.times);
    }

    /** Takes one of the {@code max} entries of this minute, if any is left. */
    private boolean spend(Kind kind, int max, Instant now) {
        Budget budget = new Budget(kind.workspace, kind.deed);
        Spent known = spent.get(budget);
        Spent before = known == null || isOver(known.since, now) ? new Spent(now, 0) : known;
        if (before.told >= max) {
            return false;
        }
        spent.put(budget, new Spent(before.since, before.told + 1));
        return true;
    }

    private static boolean isOver(Instant since, Instant now) {
        return !now.isBefore(since.plus(QUIET));
    }
}
