package io.postrider.platform.kafka;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Counts the letters of each workspace and application, as this process has written them, by the time that letters are kept. */
final class LetterCounts {

    private final int lettersMax;
    private final int countsMax;
    private final long keptMillis;
    private final SequencedMap<String, Count> counts = new LinkedHashMap<>(16, 0.75f, true);

    private record Count(int letters, long since) {}

    /**
     * Counts of nothing yet.
     *
     * @param lettersMax letters of one workspace and application
     * @param countsMax counts that are kept; the one that was used longest ago is forgotten
     */
    LetterCounts(int lettersMax, int countsMax, long keptMillis) {
        this.lettersMax = lettersMax;
        this.countsMax = countsMax;
        this.keptMillis = keptMillis;
    }

    /** Counts a letter; false if there are as many as may be. */
    synchronized boolean take(String application, @Nullable String workspace, long nowMillis) {
        Count count =
                counts.merge(
                        application + "/" + workspace,
                        new Count(1, nowMillis),
                        (before, first) ->
                                nowMillis - before.since() > keptMillis
                                        ? first
                                        : new Count(
                                                Math.min(before.letters(), lettersMax) + 1,
                                                before.since()));
        if (counts.size() > countsMax) {
            counts.pollFirstEntry();
        }
        return count.letters() <= lettersMax;
    }

    synchronized int size() {
        return counts.size();
    }
}
