package io.postrider.benchmarks.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Calls at a constant rate, whatever the answers take.
 *
 * <p>A latency is counted from when its call was due, not from when it went out: a server that stands still for a second
 * has then kept everybody waiting who came in that second, and not one caller alone.
 */
public final class OpenLoop {

    private static final long HIGHEST_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int DIGITS = 3;
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final long periodNanos;
    private final long calls;
    private final Ticker ticker;
    private final AtomicLong next = new AtomicLong();

    /** Time that passes; a test has its own. */
    interface Ticker {

        long nanos();

        void sleepUntil(long nanos) throws InterruptedException;
    }

    /** One connection's way to make a call. */
    public interface Caller {

        /**
         * Makes the call with this number and takes the answer.
         *
         * @throws IOException for no answer, or one that was not hoped for
         */
        void call(long number) throws IOException;
    }

    public OpenLoop(int perSecond, Duration duration, Ticker ticker) {
        this.periodNanos = SECOND / perSecond;
        this.calls = duration.toNanos() / periodNanos;
        this.ticker = ticker;
    }

    /** Makes all calls, each by the caller that is free first. */
    public OpenLoopResult run(List<? extends Caller> callers) {
        long start = ticker.nanos() + periodNanos;
        try (ExecutorService threads =
                Executors.newFixedThreadPool(
                        callers.size(), Thread.ofPlatform().daemon().factory())) {
            List<Future<Tally>> tallies = new ArrayList<>();
            for (Caller caller : callers) {
                tallies.add(threads.submit(() -> work(caller, start)));
            }
            Tally sum = new Tally();
            for (Future<Tally> tally : tallies) {
                sum.add(tally.get());
            }
            double seconds = (double) (ticker.nanos() - start) / SECOND;
            return sum.result(calls, seconds);
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        } catch (ExecutionException e) {
            throw new BenchmarkException("the load generator failed: " + e.getCause(), e);
        }
    }

    private Tally work(Caller caller, long start) throws InterruptedException {
        Tally tally = new Tally();
        for (long number = next.getAndIncrement();
                number < calls;
                number = next.getAndIncrement()) {
            long due = start + number * periodNanos;
            ticker.sleepUntil(due);
            tally.lateness.recordValue(Math.max(0, ticker.nanos() - due));
            try {
                caller.call(number);
                tally.latency.recordValue(Math.min(ticker.nanos() - due, HIGHEST_NANOS));
            } catch (IOException e) {
                tally.error(e.toString());
            }
        }
        return tally;
    }

    /** The results of one caller. */
    private static final class Tally {

        private final Histogram latency = new Histogram(HIGHEST_NANOS, DIGITS);
        private final Histogram lateness = new Histogram(HIGHEST_NANOS, DIGITS);
        private long errors;
        private @Nullable String firstError;

        private void error(String what) {
            errors++;
            if (firstError == null) {
                firstError = what;
            }
        }

        private void add(Tally other) {
            latency.add(other.latency);
            lateness.add(other.lateness);
            errors += other.errors;
            if (firstError == null) {
                firstError = other.firstError;
            }
        }

        private OpenLoopResult result(long calls, double seconds) {
            return new OpenLoopResult(
                    calls,
                    calls / seconds,
                    Latencies.of(latency),
                    Latencies.of(lateness).p99Ms(),
                    errors,
                    firstError);
        }
    }
}
