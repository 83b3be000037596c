package io.postrider.web.route;

import io.postrider.platform.meters.Bounds;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Threads for tasks of requests that take long, such as expressions of users. Few tasks wait for each thread. */
public final class WorkerPool implements AutoCloseable {

    private static final int IDLE_SECONDS = 60;

    private final int tasksMax;
    private final Scheduler scheduler;
    private final AtomicInteger tasks = new AtomicInteger();

    /**
     * @param name of the threads
     * @param waitingMax tasks that wait for each thread
     */
    public WorkerPool(String name, int threads, int waitingMax) {
        this.tasksMax = threads * (1 + waitingMax);
        this.scheduler =
                Schedulers.newBoundedElastic(threads, waitingMax, name, IDLE_SECONDS, true);
    }

    /** Shows how many tasks wait or run. */
    public void show(Bounds bounds, String name) {
        bounds.show(name, tasks::get, tasksMax);
    }

    /** Runs a task. If too many wait, it fails with a {@link java.util.concurrent.RejectedExecutionException}. */
    public <T> Mono<T> run(Callable<T> task) {
        return Mono.defer(() -> {
            tasks.incrementAndGet();
            return Mono.fromCallable(task)
                    .subscribeOn(scheduler)
                    .doFinally(_ -> tasks.decrementAndGet());
        });
    }

    @Override
    public void close() {
        scheduler.dispose();
    }
}
