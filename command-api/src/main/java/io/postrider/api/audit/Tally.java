package io.postrider.api.audit;

import io.postrider.api.http.AuditTrail.Deed;
import io.postrider.api.http.AuditTrail.Entry;
import io.postrider.schemas.Actor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts entries that are alike, so that nobody fills the audit by repeating himself: the first of its kind is told at once, those
 * like it together, once a minute, and of one workspace and deed so many a minute at most. Not for several threads.
 */
final class Tally {

    /** Told of one workspace and deed in a minute; what is more waits for the next. */
    static final int TOLD_MAX = 30;

    /** Kinds counted at once; what is new beyond that is not counted. */
    static final int KINDS_MAX = 10_000;

    private static final Duration QUIET = Duration.ofMinutes(1);

    private final Map<Kind, Heard> heard = new HashMap<>();
    private final Map<Budget, Spent> spent = new HashMap<>();

    private record Kind(String workspace, Actor actor, String operation, Deed deed) {

        static Kind of(Entry entry) {
            return new Kind(entry.workspace(), entry.actor(), entry.operation(), entry.deed());
        }
    }

    /** Since when it is quiet, and what has been heard since. */
    private record Heard(Instant since, int times, Entry newest, Instant at) {}

    private record Budget(String workspace, Deed deed) {}

    private record Spent(Instant since, int told) {}

    /**
     * What is to be told now.
     *
     * @param newest of them
     * @param at when that was
     */
    record Told(Entry newest, Instant at, int times) {}

    /** Takes an entry; what is to be told of it at once, if anything. */
    Optional<Told> take(Entry entry, Instant now) {
        Kind kind = Kind.of(entry);
        Heard before = heard.get(kind);
        if (before == null && heard.size() >= KINDS_MAX) {
            return Optional.empty();
        }
        boolean isNew = before == null || (before.times == 0 && isOver(before.since, now));
        if (isNew && spend(kind, now)) {
            heard.put(kind, new Heard(now, 0, entry, now));
            return Optional.of(new Told(entry, now, 1));
        }
        Instant since = before == null || isNew ? now : before.since;
        heard.put(kind, new Heard(since, before == null ? 1 : before.times + 1, entry, now));
        return Optional.empty();
    }

    /** What has been heard for a minute and is to be told together; what has long been quiet is forgotten. */
    List<Told> due(Instant now) {
        List<Told> due = new ArrayList<>();
        heard.values().removeIf(each -> each.times == 0 && isOver(each.since, now));
        heard.replaceAll((kind, each) -> {
            if (!isOver(each.since, now) || each.times == 0 || !spend(kind, now)) {
                return each;
            }
            due.add(told(each));
            return new Heard(now, 0, each.newest, each.at);
        });
        spent.values().removeIf(each -> isOver(each.since, now));
        return due;
    }

    /** Everything that has not been told. */
    List<Told> rest() {
        return heard.values().stream().filter(each -> each.times > 0).map(Tally::told).toList();
    }

    private static Told told(Heard each) {
        return new Told(each.newest, each.at, each.times);
    }

    private boolean spend(Kind kind, Instant now) {
        Spent after =
                spent.compute(
                        new Budget(kind.workspace, kind.deed), (_, known) -> next(known, now));
        return after.told <= TOLD_MAX;
    }

    private static Spent next(@Nullable Spent known, Instant now) {
        return known == null || isOver(known.since, now)
                ? new Spent(now, 1)
                : new Spent(known.since, known.told + 1);
    }

    private static boolean isOver(Instant since, Instant now) {
        return !now.isBefore(since.plus(QUIET));
    }
}
