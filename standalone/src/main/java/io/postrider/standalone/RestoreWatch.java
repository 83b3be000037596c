package io.postrider.standalone;

import io.postrider.platform.views.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Waits until every part of a process is restored, for as long as one of them advances. */
final class RestoreWatch {

    static final Duration STALL = Duration.ofMinutes(5);

    private static final Duration REPORT_EVERY = Duration.ofSeconds(10);
    private static final long POLL_MILLIS = 200;
    private static final long CATCH_UP_MILLIS = 20;

    private final List<Part> open;
    private final CompletableFuture<Void> all;
    private final LongSupplier nanoTime;
    private final Consumer<String> say;
    private final Map<String, Long> reported = new HashMap<>();
    private Map<String, Long> seen = Map.of();
    private long advancedAt;
    private long reportedAt;

    /**
     * One part of a start.
     *
     * @param name for a person
     * @param progress progress of the part; unchanged while it stands still. The part is restored once it has caught up as well
     */
    record Part(String name, CompletableFuture<?> restored, Supplier<Progress> progress) {}

    RestoreWatch(List<Part> parts, LongSupplier nanoTime, Consumer<String> say) {
        this.open = new ArrayList<>(parts);
        this.all =
                CompletableFuture.allOf(
                        parts.stream().map(Part::restored).toArray(CompletableFuture[]::new));
        this.nanoTime = nanoTime;
        this.say = say;
        this.advancedAt = nanoTime.getAsLong();
        this.reportedAt = advancedAt;
    }

    /**
     * Returns when everything is restored.
     *
     * @throws Startup.StartupException when a part fails, or none of those that are left advances for {@link #STALL}
     */
    void await() throws InterruptedException {
        while (!step()) {
            if (all.isDone()) {
                TimeUnit.MILLISECONDS.sleep(CATCH_UP_MILLIS);
            } else {
                awaitAll();
            }
        }
    }

    private void awaitAll() throws InterruptedException {
        try {
            all.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            // The next step looks at each part.
        }
    }

    /** Checks every part that is not restored; true if there is none. */
    boolean step() {
        open.removeIf(this::restored);
        if (open.isEmpty()) {
            return true;
        }
        requireProgress();
        report();
        return false;
    }

    private boolean restored(Part part) {
        if (part.restored().isCompletedExceptionally()) {
            throw new Startup.StartupException(
                    part.name() + ": not restored: " + part.restored().exceptionNow().getMessage());
        }
        boolean done = part.restored().isDone() && part.progress().get().caughtUp();
        if (done) {
            say.accept(part.name() + ": restored");
        }
        return done;
    }

    /** A part may wait for another one, so only all of them together can stand still. */
    private void requireProgress() {
        Map<String, Long> now = new HashMap<>();
        open.forEach(part -> now.put(part.name(), part.progress().get().applied()));
        if (!now.equals(seen)) {
            seen = now;
            advancedAt = nanoTime.getAsLong();
        } else if (nanoTime.getAsLong() - advancedAt >= STALL.toNanos()) {
            Part part = open.getFirst();
            throw new Startup.StartupException(
                    "%s: not restored: no progress for %d minutes; current state: %s"
                            .formatted(
                                    part.name(), STALL.toMinutes(), shown(part.progress().get())));
        }
    }

    private void report() {
        long now = nanoTime.getAsLong();
        Duration since = Duration.ofNanos(now - reportedAt);
        if (since.compareTo(REPORT_EVERY) < 0) {
            return;
        }
        reportedAt = now;
        for (Part part : open) {
            Progress progress = part.progress().get();
            long before = reported.getOrDefault(part.name(), 0L);
            reported.put(part.name(), progress.applied());
            say.accept(
                    part.name()
                            + ": at "
                            + shown(progress)
                            + estimate(progress, progress.applied() - before, since));
        }
    }

    private static String shown(Progress progress) {
        return progress.applied() + " of " + progress.total() + " records";
    }

    private static String estimate(Progress progress, long records, Duration within) {
        long rate = records * 1_000 / within.toMillis();
        long left = progress.total() - progress.applied();
        return rate <= 0 || left <= 0
                ? ""
                : ", %d a second, about %d s left".formatted(rate, Math.ceilDiv(left, rate));
    }
}
