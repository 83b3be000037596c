package io.postrider.platform.evaluations;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Histograms;
import io.postrider.platform.threads.FairExecutor;
import io.postrider.platform.threads.ThreadPriority;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.InstantSource;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a process that evaluate expressions of one kind: workspaces take turns, and a workspace uses half of the
 * threads at most. The processor time of each lane is counted.
 */
public final class EvaluationPool {

    private static final int THREADS = Math.max(4, 2 * Runtime.getRuntime().availableProcessors());
    private static final int LANES_MAX = 10_000;
    private static final ThreadMXBean MEASURED = ManagementFactory.getThreadMXBean();

    private final FairExecutor lanes;
    private final SharedCapacity memory = SharedCapacity.ofTenants(HeapBounds.EXPRESSIONS);
    private final SharedCapacity waiting = SharedCapacity.ofTenants(LANES_MAX - THREADS);
    private final CpuBudget budget;
    private final @Nullable Timer durations;
    private final LongSupplier cpuNanos;
    private final InstantSource clock;

    /**
     * A pool that starts threads as they are needed.
     *
     * @param name of the threads: what the expressions belong to, a hyphen, and a word
     */
    public static EvaluationPool start(
            String name, CpuBudget budget, InstantSource clock, MeterRegistry meters) {
        ThreadFactory named = Thread.ofPlatform().daemon().name(name + "-", 0).factory();
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        10,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(LANES_MAX),
                        task -> named.newThread(() -> runLow(task)));
        threads.allowCoreThreadTimeOut(true);
        String kind = name.substring(0, name.indexOf('-'));
        Timer durations =
                Histograms.of(
                                "postrider.evaluation.duration",
                                "Processor time of the expressions of a rule or webhook for an event")
                        .tag("kind", kind)
                        .register(meters);
        EvaluationPool pool =
                new EvaluationPool(
                        threads, budget, MEASURED::getCurrentThreadCpuTime, clock, durations);
        Bounds bounds = new Bounds(meters);
        bounds.show(kind + "_expressions_bytes", pool.memory);
        bounds.show(kind + "_expressions_waiting", pool.waiting);
        return pool;
    }

    /** Slow evaluations give way to the stream threads, the API and redirects. */
    private static void runLow(Runnable task) {
        ThreadPriority.takeLow();
        task.run();
    }

    /** @param cpuNanos processor time of the calling thread in nanoseconds */
    public EvaluationPool(
            Executor threads, CpuBudget budget, LongSupplier cpuNanos, InstantSource clock) {
        this(threads, budget, cpuNanos, clock, null);
    }

    private EvaluationPool(
            Executor threads,
            CpuBudget budget,
            LongSupplier cpuNanos,
            InstantSource clock,
            @Nullable Timer durations) {
        this.durations = durations;
        this.lanes = new FairExecutor(threads, waiting, THREADS / 2);
        this.budget = budget;
        this.cpuNanos = cpuNanos;
        this.clock = clock;
    }

    /** Runs a task of a lane; false if there is no room for it now. */
    boolean run(String workspace, Runnable task) {
        try {
            lanes.of(workspace).execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Takes memory for waiting evaluations; false if there is none. */
    boolean holds(Pending pending) {
        return memory.take(pending.workspace(), pending.value().length)
                == SharedCapacity.Grant.GRANTED;
    }

    void release(Pending pending) {
        memory.release(pending.workspace(), pending.value().length);
    }

    /** Evaluates for a lane; true if its processor time pauses it. */
    boolean measured(String lane, Runnable evaluation) {
        long before = cpuNanos.getAsLong();
        evaluation.run();
        long taken = cpuNanos.getAsLong() - before;
        if (durations != null) {
            durations.record(taken, TimeUnit.NANOSECONDS);
        }
        return budget.pauses(lane, taken, clock.millis());
    }

    /** Whether a lane took so much that it waits. */
    boolean rests(String lane) {
        return budget.rests(lane, clock.millis());
    }
}
