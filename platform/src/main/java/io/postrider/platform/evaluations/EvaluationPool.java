package io.postrider.platform.evaluations;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.limits.SharedCapacity;
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
    private final CpuBudget budget;
    private final LongSupplier cpuNanos;
    private final InstantSource clock;

    /** A pool that starts threads as they are needed. */
    public static EvaluationPool start(String name, CpuBudget budget, InstantSource clock) {
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
        return new EvaluationPool(threads, budget, MEASURED::getCurrentThreadCpuTime, clock);
    }

    /** Slow evaluations give way to the stream threads, the API and redirects. */
    private static void runLow(Runnable task) {
        ThreadPriority.takeLow();
        task.run();
    }

    /** @param cpuNanos processor time of the calling thread in nanoseconds */
    public EvaluationPool(
            Executor threads, CpuBudget budget, LongSupplier cpuNanos, InstantSource clock) {
        this.lanes =
                new FairExecutor(
                        threads, SharedCapacity.ofTenants(LANES_MAX - THREADS), THREADS / 2);
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
        return budget.pauses(lane, cpuNanos.getAsLong() - before, clock.millis());
    }

    /** Whether a lane took so much that it waits. */
    boolean rests(String lane) {
        return budget.rests(lane, clock.millis());
    }
}
