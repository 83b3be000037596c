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
 * Runs the tasks of many workspaces on a few threads, a task of each workspace in turn: a workspace with many tasks waits for
 * its own. The tasks that wait or run are bounded, of all workspaces and of one.
 */
final class FairExecutor {

    private final Executor threads;
    private final SharedCapacity places;
    private final Map<String, Deque<Runnable>> waiting = new LinkedHashMap<>();

    /** A workspace has as many tasks as it may. */
    static final class ShareExceededException extends RejectedExecutionException {

        private ShareExceededException() {
            super("the workspace has as many tasks as it may");
        }
    }

    private record Turn(String workspace, Runnable task) {}

    /**
     * @param threads may keep as many tasks waiting as there are places
     * @param places for tasks that wait or run
     */
    FairExecutor(Executor threads, SharedCapacity places) {
        this.threads = threads;
        this.places = places;
    }

    /** Runs tasks of one workspace; it refuses with {@link RejectedExecutionException}. */
    Executor of(String workspace) {
        return task -> execute(workspace, task);
    }

    private void execute(String workspace, Runnable task) {
        switch (places.take(workspace, 1)) {
            case GRANTED -> enqueue(workspace, task);
            case SHARE_EXCEEDED -> throw new ShareExceededException();
            case TOTAL_EXCEEDED -> throw new RejectedExecutionException("too many tasks wait");
        }
        // Each runs whatever comes next then, which may be another task than this one.
        threads.execute(this::runNext);
    }

    private synchronized void enqueue(String workspace, Runnable task) {
        waiting.computeIfAbsent(workspace, _ -> new ArrayDeque<>()).add(task);
    }

    private void runNext() {
        Turn turn = next();
        try {
            turn.task().run();
        } finally {
            places.release(turn.workspace(), 1);
        }
    }

    /** A workspace that has had its turn goes behind the others. */
    private synchronized Turn next() {
        String workspace = waiting.keySet().iterator().next();
        Deque<Runnable> tasks = Objects.requireNonNull(waiting.remove(workspace));
        Runnable task = tasks.remove();
        if (!tasks.isEmpty()) {
            waiting.put(workspace, tasks);
        }
        return new Turn(workspace, task);
    }
}
