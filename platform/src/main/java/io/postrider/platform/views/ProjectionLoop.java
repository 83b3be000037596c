package io.postrider.platform.views;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a runner: one session after the other, with a repair and a bounded pause in between. */
final class ProjectionLoop {

    private static final Logger LOGGER = LoggerFactory.getLogger(ProjectionLoop.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final String name;
    private final SourceLineage origin;
    private final StopSignal stop;
    private final Duration longestPause;
    private final Sessions sessions;
    private Duration pause = FIRST_PAUSE;
    private @Nullable RuntimeException broken;
    private volatile ProjectionRunner.State state = ProjectionRunner.State.STARTING;
    private final LongAdder failures = new LongAdder();
    private volatile Map<String, Integer> partitions = Map.of();
    private volatile @Nullable ProjectionSession session;

    /** Connects to the log. */
    @FunctionalInterface
    interface Sessions {
        ProjectionSession open();
    }

    ProjectionLoop(
            String name,
            SourceLineage origin,
            StopSignal stop,
            Duration longestPause,
            Sessions sessions) {
        this.name = name;
        this.origin = origin;
        this.stop = stop;
        this.longestPause = longestPause;
        this.sessions = sessions;
    }

    /**
     * Runs until stopped.
     *
     * @param betweenPolls called after each poll; may pause
     */
    void run(Runnable betweenPolls) {
        try {
            while (!stop.requested()) {
                runOnce(betweenPolls);
            }
        } finally {
            state = ProjectionRunner.State.STOPPED;
        }
    }

    private void runOnce(Runnable betweenPolls) {
        try {
            repair();
            apply(betweenPolls);
        } catch (WakeupException e) {
            LOGGER.atDebug().addKeyValue("views", name).setCause(e).log("View runner stops");
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            // Every exception is handled, since the views must not stop permanently; the repair
            // depends on its kind.
            broken = e;
            failed(e);
        }
    }

    private void apply(Runnable betweenPolls) {
        try (ProjectionSession opened = sessions.open()) {
            session = opened;
            SourceLineage.Start start = origin.start(opened.probe());
            partitions = start.partitions();
            opened.seek(start.bookmarks());
            state = ProjectionRunner.State.RUNNING;
            while (!stop.requested()) {
                if (opened.step()) {
                    pause = FIRST_PAUSE;
                }
                betweenPolls.run();
            }
        } finally {
            session = null;
        }
    }

    private void repair() {
        RuntimeException failure = broken;
        if (failure instanceof LogTruncationException) {
            origin.startOver("The log was cut off and went on differently");
        } else if (failure instanceof ProjectionStoreException store) {
            switch (store.remedy()) {
                case WAIT -> {}
                case REOPEN, REBUILD -> origin.reopen();
            }
        }
        broken = null;
    }

    private void failed(RuntimeException failure) {
        failures.increment();
        boolean waitsForLog =
                state == ProjectionRunner.State.STARTING && failure instanceof RetriableException;
        state = waitsForLog ? ProjectionRunner.State.STARTING : ProjectionRunner.State.FAILED;
        LOGGER.atWarn()
                .addKeyValue("views", name)
                .addKeyValue("pause", pause)
                .setCause(failure)
                .log("A projection failed; retrying after a pause");
        stop.pause(pause);
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(longestPause) > 0 ? longestPause : doubled;
    }

    /** Ends a poll that is waiting for records. */
    void wakeup() {
        ProjectionSession open = session;
        if (open != null) {
            open.wakeup();
        }
    }

    ProjectionRunner.State state() {
        return state;
    }

    long failures() {
        return failures.sum();
    }

    /** The number of partitions of each topic; empty until it is known. */
    Map<String, Integer> partitions() {
        return partitions;
    }
}
