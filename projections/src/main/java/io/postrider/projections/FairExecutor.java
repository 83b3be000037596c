package io.postrider.projections;

import io.postrider.runtime.limits.SharedCapacity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs the tasks of many tenants on a few threads, a task of each tenant in turn: a tenant with many tasks waits for its own. The
 * tasks that wait or run are bounded, of all tenants and of one.
 */
final class FairExecutor {

    private final Executor threads;
    private final SharedCapacity places;
    private final Map<String, Deque<Runnable>> waiting = new LinkedHashMap<>();

    /** A tenant has as many tasks as it may. */
    static final class ShareExceededException extends RejectedExecutionException {

        private ShareExceededException() {
            super("the tenant has as many tasks as it may");
        }
    }

    private record Turn(String tenant, Runnable task) {}

    /**
     * @param threads may keep as many tasks waiting as there are places
     * @param places for tasks that wait or run
     */
    FairExecutor(Executor threads, SharedCapacity places) {
        this.threads = threads;
        this.places = places;
    }

    /** Runs tasks of one tenant; it refuses with {@link RejectedExecutionException}. */
    Executor of(String tenant) {
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
        Turn turn = next();
        try {
            turn.task().run();
        } finally {
            places.release(turn.tenant(), 1);
        }
    }

    /** A tenant that has had its turn goes behind the others. */
    private synchronized Turn next() {
        String tenant = waiting.keySet().iterator().next();
        Deque<Runnable> tasks = Objects.requireNonNull(waiting.remove(tenant));
        Runnable task = tasks.remove();
        if (!tasks.isEmpty()) {
            waiting.put(tenant, tasks);
        }
        return new Turn(tenant, task);
    }
}
