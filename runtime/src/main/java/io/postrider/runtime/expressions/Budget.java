package io.postrider.runtime.expressions;

import org.jspecify.annotations.Nullable;

/** What one evaluation may use: steps, time and memory. */
final class Budget {

    /** The budget of the evaluation that runs, for the functions that it calls. */
    static final ScopedValue<Budget> CURRENT = ScopedValue.newInstance();

    private static final int STEPS = 200_000;
    private static final long NANOS = 100_000_000;
    // One step takes far less. What is longer is a pause of the process, and no fault of the
    // expression.
    private static final long PAUSE_NANOS = 10_000_000;
    private static final long COMPARISONS = 200_000_000;

    private final Weights weights = new Weights();
    private long last = System.nanoTime();
    private long used;
    private int steps;
    private @Nullable Overrun overrun;

    /** One step that made a value. */
    void step(@Nullable Object value) {
        step();
        try {
            weights.check(value);
        } catch (Overrun e) {
            throw stop(e);
        }
    }

    /** One step. */
    void step() {
        if (overrun != null) {
            throw overrun;
        }
        if (++steps > STEPS) {
            throw stop(new Overrun("The evaluation takes more than 200,000 steps."));
        }
        long now = System.nanoTime();
        used += Math.min(now - last, PAUSE_NANOS);
        last = now;
        if (used > NANOS) {
            throw stop(new Overrun("The evaluation takes more than 100 milliseconds."));
        }
    }

    /** Refuses the search of a text in a text if it can take too long; the lengths multiply. */
    void search(String text, String part) {
        compare((long) text.length() * part.length());
    }

    /** Refuses an operation of too many comparisons. */
    void compare(long comparisons) {
        if (comparisons > COMPARISONS) {
            throw stop(new Overrun("The texts are too long to search one in the other."));
        }
    }

    /** Refuses a text before it is made. */
    void text(long chars) {
        try {
            Weights.text(chars);
        } catch (Overrun e) {
            throw stop(e);
        }
    }

    void forgetWeights() {
        weights.forget();
    }

    /** Ends the evaluation, and all that follows in it if something catches the error. */
    Overrun stop(Overrun reason) {
        if (overrun == null) {
            overrun = reason;
        }
        return overrun;
    }

    /** Whether and why it ended. */
    @Nullable Overrun overrun() {
        return overrun;
    }
}
