package io.postrider.standalone.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs checks at the same time, and waits for none of them longer than a limit. */
final class CheckRun {

    private final Duration limit;

    /** @param limit maximum time of each check, and so of all */
    CheckRun(Duration limit) {
        this.limit = limit;
    }

    /** The results in the order of the checks. */
    List<Result> run(List<Check> checks) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        Map<Check, FutureTask<List<Result>>> running = new LinkedHashMap<>();
        for (Check check : checks) {
            FutureTask<List<Result>> task = new FutureTask<>(check.body());
            running.put(check, task);
            Thread.ofPlatform().daemon().name("check-" + check.name()).start(task);
        }
        List<Result> results = new ArrayList<>();
        for (var each : running.entrySet()) {
            results.addAll(result(each.getKey(), each.getValue(), end - System.nanoTime()));
        }
        return results;
    }

    private List<Result> result(Check check, FutureTask<List<Result>> task, long nanos)
            throws InterruptedException {
        try {
            return task.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            task.cancel(true);
            return List.of(
                    Result.fail(
                            check.name(),
                            "no result after %d s".formatted(limit.toSeconds()),
                            "check the network and the disk, and repeat"));
        } catch (ExecutionException e) {
            return List.of(
                    Result.fail(
                            check.name(),
                            "the check failed: " + e.getCause(),
                            "report this as a bug"));
        }
    }
}
