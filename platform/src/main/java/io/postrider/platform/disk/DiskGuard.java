package io.postrider.platform.disk;

import io.postrider.platform.threads.FailedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the free space of the data folder, and reports its level. */
public final class DiskGuard implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(DiskGuard.class);

    /** Short enough that no disk is written full from one mark to the next in between. */
    private static final Duration PERIOD = Duration.ofMillis(200);

    private final FreeSpace space;
    private final DiskMarks marks;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<DiskListener> listeners = new ArrayList<>();
    private final FailedThread failed = new FailedThread();
    private final Thread thread =
            Thread.ofPlatform()
                    .daemon()
                    .name("disk")
                    .uncaughtExceptionHandler(failed)
                    .unstarted(this::run);
    private boolean failing;
    private volatile DiskLevel level = DiskLevel.AMPLE;

    /** The source of the free space. */
    @FunctionalInterface
    interface FreeSpace {

        /** The bytes that this process may still write. */
        long bytes() throws IOException;
    }

    DiskGuard(FreeSpace space, DiskMarks marks) {
        this.space = space;
        this.marks = marks;
    }

    /** Watches a folder, which is made if it is missing, from now on. */
    public static DiskGuard watching(Path folder, DiskMarks marks) {
        DiskGuard guard = new DiskGuard(new FolderSpace(folder), marks);
        guard.look();
        guard.start();
        return guard;
    }

    void start() {
        thread.start();
    }

    /** The level as of the newest look. */
    public DiskLevel level() {
        return level;
    }

    /**
     * Reports the level now and after every change, on the watching thread; the listener must not block. A listener that throws
     * is called again at the next check.
     */
    public synchronized void onChange(Consumer<DiskLevel> listener) {
        DiskListener added = new DiskListener(listener);
        listeners.add(added);
        added.tell(level);
    }

    /** Completes when the watch has died: then {@link #level} stays as it is. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void run() {
        try {
            while (!closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once; a file system that does not tell leaves the level as it is. */
    synchronized void look() {
        measure();
        listeners.forEach(listener -> listener.tell(level));
    }

    private void measure() {
        try {
            long free = space.bytes();
            DiskLevel next = marks.next(level, free);
            if (next != level) {
                report(next, free);
                level = next;
            }
            failing = false;
        } catch (IOException | RuntimeException e) {
            if (!failing) {
                LOGGER.atError()
                        .setCause(e)
                        .log("The free space of the data folder cannot be read");
            }
            failing = true;
        }
    }

    private void report(DiskLevel next, long free) {
        var event = next.compareTo(level) > 0 ? LOGGER.atWarn() : LOGGER.atInfo();
        event.addKeyValue("from", level)
                .addKeyValue("to", next)
                .addKeyValue("freeMb", free >> 20)
                .log("The disk space level of the data folder changed");
    }
}
