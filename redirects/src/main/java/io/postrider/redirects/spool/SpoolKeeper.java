package io.postrider.redirects.spool;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;

import io.postrider.platform.threads.FailedThread;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the file work of all lanes on a thread of its own: spare segments, deletions, forcing to the disk. */
final class SpoolKeeper {

    private static final Logger LOGGER = LoggerFactory.getLogger(SpoolKeeper.class);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
    private static final long IDLE_NANOS = SECONDS.toNanos(1);
    private static final long FULL_NANOS = MILLISECONDS.toNanos(20);

    private final SpoolSettings settings;
    private final List<LaneLog> lanes;
    private final BooleanSupplier room;
    private final List<LaneForce> forces = new ArrayList<>();
    private final FailedThread failed = new FailedThread();
    private final Thread thread;
    private long allocatedBytes;
    private int turn;
    private boolean full;
    private boolean diskFails;
    private volatile boolean stopped;

    SpoolKeeper(SpoolSettings settings, List<LaneLog> lanes, BooleanSupplier room) {
        this.room = room;
        this.settings = settings;
        this.lanes = List.copyOf(lanes);
        for (LaneLog lane : lanes) {
            allocatedBytes += lane.allocatedBytes();
            if (settings.forces() && lane.isWritten()) {
                forces.add(new LaneForce(lane));
            }
        }
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("click-spool-keeper")
                        .uncaughtExceptionHandler(failed)
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Completes when it has died of an error: then no lane gets a new segment. */
    CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private void run() {
        long interval = settings.forces() ? settings.forceInterval().toNanos() : IDLE_NANOS;
        while (!stopped) {
            tend();
            LockSupport.parkNanos(this, full ? Math.min(interval, FULL_NANOS) : interval);
        }
        tend();
    }

    private void tend() {
        long now = System.nanoTime();
        try {
            for (LaneLog lane : lanes) {
                lane.lookAtAge(now);
                deleteReleased(lane);
            }
            prepareSpares();
            for (LaneForce force : forces) {
                force.run();
            }
            diskFails = false;
        } catch (IOException | RuntimeException e) {
            report(e);
        }
    }

    private void report(Exception e) {
        if (!diskFails) {
            LOGGER.atError()
                    .setCause(e)
                    .addKeyValue("allocatedBytes", allocatedBytes)
                    .log("The disk of the click spool fails; full lanes reject clicks");
        }
        diskFails = true;
    }

    private void deleteReleased(LaneLog lane) throws IOException {
        for (Segment segment = lane.pollReleased();
                segment != null;
                segment = lane.pollReleased()) {
            for (LaneForce force : forces) {
                force.forget(segment);
            }
            allocatedBytes -= segment.bytes();
            segment.delete();
        }
    }

    /** Takes the lanes in turn, so that in a nearly full spool no lane gets every free segment. */
    private void prepareSpares() throws IOException {
        full = false;
        for (int i = 0; i < lanes.size(); i++) {
            LaneLog lane = lanes.get(turn);
            if (lane.spareWanted()) {
                full =
                        allocatedBytes + settings.segmentBytes() > settings.bytesMax()
                                || !room.getAsBoolean();
                if (full) {
                    return;
                }
                lane.offerSpare(lane.createSegment(settings.segmentBytes()));
                allocatedBytes += settings.segmentBytes();
            }
            turn = (turn + 1) % lanes.size();
        }
    }

    /** Stops after one last round, which forces the appended records. */
    void stop() {
        stopped = true;
        wake();
        try {
            if (!thread.join(STOP_TIMEOUT)) {
                LOGGER.atWarn().log("The file operations of the click spool did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
