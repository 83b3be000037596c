package io.postrider.platform.threads;

import io.postrider.platform.limits.SharedCapacity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs the tasks of many tenants on a few threads, a task of each tenant in turn: a tenant with many tasks waits for its own. The
 * tasks that wait or run are bounded, of all tenants and of one, and so are the threads of one.
 */
public final class FairExecutor {

    private final Executor threads;
    private final SharedCapacity places;
    private final int threadsPerTenant;
    private final Map<String, Deque<Runnable>> waiting = new LinkedHashMap<>();
    private final Map<String, Integer> running = new HashMap<>();

    /** Turns that found only tasks of tenants that have all their threads. */
    private int idle;

    /** A tenant has as many tasks as it may. */
    public static final class ShareExceededException extends RejectedExecutionException {

        private ShareExceededException() {
            super("the tenant has reached its limit of tasks");
        }
    }

    private record Turn(String tenant, Runnable task) {}

    /**
     * @param threads may keep as many tasks waiting as there are places
     * @param places for tasks that wait or run
     */
    public FairExecutor(Executor threads, SharedCapacity places) {
        this(threads, places, Integer.MAX_VALUE);
    }

    /** @param threadsPerTenant number of tasks of one tenant that run at the same time */
    public FairExecutor(Executor threads, SharedCapacity places, int threadsPerTenant) {
        this.threads = threads;
        this.places = places;
        this.threadsPerTenant = threadsPerTenant;
    }

    /** Runs tasks of one tenant; it refuses with {@link RejectedExecutionException}. */
    public Executor of(String tenant) {
        return task -> execute(tenant, task);
    }

    private void execute(String tenant, Runnable task) {
        switch (places.take(tenant, 1)) {
            case GRANTED -> enqueue(tenant, task);
            case SHARE_EXCEEDED -> throw new ShareExceededException();
            case TOTAL_EXCEEDED -> throw new RejectedExecutionException("too many tasks wait");
        }
        // Each runs whatever comes next then, which may be another task than this one.
        threads.execute(this::runNext);
    }

    private synchronized void enqueue(String tenant, Runnable task) {
        waiting.computeIfAbsent(tenant, _ -> new ArrayDeque<>()).add(task);
    }

    private void runNext() {
        next().ifPresent(this::run);
    }

    private void run(Turn turn) {
        try {
            turn.task().run();
        } finally {
            places.release(turn.tenant(), 1);
            nextAfter(turn.tenant()).ifPresent(next -> threads.execute(() -> run(next)));
        }
    }

    /** A tenant that has had its turn goes behind the others. */
    private synchronized Optional<Turn> next() {
        for (String tenant : waiting.keySet()) {
            if (running.getOrDefault(tenant, 0) < threadsPerTenant) {
                running.merge(tenant, 1, Integer::sum);
                return Optional.of(new Turn(tenant, taken(tenant)));
            }
        }
        idle++;
        return Optional.empty();
    }

    private Runnable taken(String tenant) {
        Deque<Runnable> tasks = Objects.requireNonNull(waiting.remove(tenant));
        Runnable task = tasks.remove();
        if (!tasks.isEmpty()) {
            waiting.put(tenant, tasks);
        }
        return task;
    }

    /** A turn that found nothing to run is made up for when a thread of a tenant is free again. */
    private synchronized Optional<Turn> nextAfter(String tenant) {
        running.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
        if (idle == 0) {
            return Optional.empty();
        }
        idle--;
        return next();
    }
}
