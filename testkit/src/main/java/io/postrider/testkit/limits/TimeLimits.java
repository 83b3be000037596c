package io.postrider.testkit.limits;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Ends the process of a test run that takes too long as a whole or in one class, and reports where it hangs. JUnit's own
 * limits see methods alone: a static initialiser that hangs, or many slow methods, reach these.
 *
 * <p>The limits are the system properties {@code postrider.limit.class} and {@code postrider.limit.run}, in minutes.
 */
public final class TimeLimits implements LauncherSessionListener {

    /** Distinguishes a run that was ended from one that failed. */
    private static final int ENDED = 124;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        ScheduledExecutorService watch =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("test-limits").factory());
        var _ = endAfter(watch, "The run", minutes("postrider.limit.run", 15));
        session.getLauncher()
                .registerTestExecutionListeners(
                        new Classes(watch, minutes("postrider.limit.class", 10)));
    }

    private static Duration minutes(String property, int otherwise) {
        return Duration.ofMinutes(Integer.getInteger(property, otherwise));
    }

    private static Future<?> endAfter(ScheduledExecutorService watch, String what, Duration limit) {
        return watch.schedule(
                () -> {
                    HangReport.print(
                            "%s reached its time limit of %d min; the process ends, with all that it started."
                                    .formatted(what, limit.toMinutes()));
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                    Runtime.getRuntime().halt(ENDED);
                },
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Watches each test class from before its static initialiser to its end. */
    private record Classes(
            ScheduledExecutorService watch, Duration limit, Map<String, Future<?>> running)
            implements TestExecutionListener {

        Classes(ScheduledExecutorService watch, Duration limit) {
            this(watch, limit, new ConcurrentHashMap<>());
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            if (test.getSource().orElse(null) instanceof ClassSource source) {
                running.put(test.getUniqueId(), endAfter(watch, source.getClassName(), limit));
            }
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            Future<?> ended = running.remove(test.getUniqueId());
            if (ended != null) {
                ended.cancel(false);
            }
        }
    }
}
