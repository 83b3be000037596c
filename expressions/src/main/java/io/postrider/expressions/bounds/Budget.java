package io.postrider.expressions.bounds;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The budget of one evaluation: steps, time and memory. */
public final class Budget {

    /** The budget of the evaluation that runs, for the functions that it calls. */
    public static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

    private static final int STEPS = 200_000;
    private static final long COMPARISONS = 200_000_000;
    private static final long MATCHING = 40_000_000;
    private static final int DEPTH = 100;

    private final ValueSize weights = new ValueSize();
    private final ProcessorTime time = new ProcessorTime();
    private long comparisons;
    private long matching;
    private int steps;
    private int depth;
    private @Nullable OverrunException overrun;

    /** Counts a step with a new value. */
    public void step(@Nullable Object value) {
        step();
        check(value);
    }

    /** Refuses a value that is too large. */
    public void check(@Nullable Object value) {
        if (overrun != null) {
            throw overrun;
        }
        try {
            weights.check(value);
        } catch (OverrunException e) {
            throw stop(e);
        }
    }

    /** One step. */
    public void step() {
        if (overrun != null) {
            throw overrun;
        }
        if (++steps > STEPS) {
            throw stop(new OverrunException("The evaluation takes more than 200,000 steps."));
        }
        if (time.isUsedUp()) {
            throw stop(new OverrunException("The evaluation takes more than 100 milliseconds."));
        }
    }

    /** The start of an evaluation within an evaluation. */
    public void enter() {
        step();
        if (++depth > DEPTH) {
            throw stop(
                    new OverrunException(
                            "The evaluation is nested too deeply, or its recursion does not end."));
        }
    }

    public void leave() {
        depth--;
    }

    /** Refuses the search of a text in a text if it can take too long; the lengths multiply. */
    public void search(int chars, int partChars) {
        if (comparisons + (long) chars * partChars > COMPARISONS) {
            throw stop(new OverrunException("The strings are too long for this search."));
        }
    }

    /** The end of a search that passed over some characters. */
    void searched(int chars, int partChars) {
        comparisons += (long) chars * partChars;
    }

    /** Refuses the search of a regular expression if it can take too long; the lengths multiply. */
    void match(int chars, int instructions) {
        matching += (long) chars * instructions;
        if (matching > MATCHING) {
            throw stop(
                    new OverrunException(
                            "The strings are too long for these regular expressions."));
        }
    }

    /** Refuses a text before it is made. */
    public void text(long chars) {
        if (chars > ValueSize.TEXT_CHARS) {
            throw stop(ValueSize.textTooLong());
        }
    }

    /** Refuses an array or object before it is made. */
    public void entries(long entries) {
        if (entries > ValueSize.ENTRIES) {
            throw stop(ValueSize.tooManyEntries());
        }
    }

    /** The number of entries in a value, each counted as often as it occurs, and not less. */
    public long entriesOf(Object value) {
        try {
            return weights.of(value) / ValueSize.ENTRY;
        } catch (OverrunException e) {
            throw stop(e);
        }
    }

    public int heightOf(Object value) {
        return weights.height(value);
    }

    /** Counts the tuples that the engine makes of the entries of a step that binds names. */
    public void tuples(@Nullable Object value) {
        try {
            weights.tuples(value instanceof Collection<?> list ? list.size() : 1);
        } catch (OverrunException e) {
            throw stop(e);
        }
    }

    public void forgetWeights() {
        weights.forget();
    }

    /** Ends the evaluation, and all that follows in it if something catches the error. */
    public OverrunException stop(OverrunException reason) {
        if (overrun == null) {
            overrun = reason;
        }
        return overrun;
    }

    /** Whether and why it ended. */
    public @Nullable OverrunException overrun() {
        return overrun;
    }
}
