package io.postrider.platform.kafka;

import io.postrider.platform.threads.FailedThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The health of the Kafka cluster, known at any time without a request. */
public final class KafkaHealth implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaHealth.class);
    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final BooleanSupplier probe;
    private final Runnable release;
    private final Duration period;
    private final Duration staleAfter;
    private final LongSupplier nanoTime;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final FailedThread failed = new FailedThread();
    private final Thread thread;

    private volatile long reachedAt;
    private volatile boolean answered;

    /**
     * Starts probing.
     *
     * @param probe asks the cluster once, for at most the timeout, and says whether it answered
     * @param period the time between two probes
     * @param timeout timeout of one probe
     * @param nanoTime a clock that never goes back
     */
    public KafkaHealth(
            BooleanSupplier probe, Duration period, Duration timeout, LongSupplier nanoTime) {
        this(probe, () -> {}, period, timeout, nanoTime);
    }

    private KafkaHealth(
            BooleanSupplier probe,
            Runnable release,
            Duration period,
            Duration timeout,
            LongSupplier nanoTime) {
        this.probe = probe;
        this.release = release;
        this.period = period;
        // A probe that hangs longer than it may is an outage too, even before it returns.
        this.staleAfter = timeout.plus(period.multipliedBy(2));
        this.nanoTime = nanoTime;
        this.reachedAt = nanoTime.getAsLong();
        this.thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("log-health")
                        .uncaughtExceptionHandler(failed)
                        .unstarted(this::watch);
        thread.start();
    }

    /**
     * Watches the cluster of the settings with an admin client of its own: a probe behind another part's request would take a
     * slow answer for an outage.
     */
    public static KafkaHealth watching(KafkaSettings settings) {
        Admin admin = Admin.create(settings.adminConfig("postrider-health"));
        return new KafkaHealth(
                () -> answers(admin),
                () -> admin.close(TIMEOUT),
                PERIOD,
                TIMEOUT,
                System::nanoTime);
    }

    /** Whether the newest probe was answered, and not too long ago. */
    public boolean reachable() {
        return answered && sinceReachable().compareTo(staleAfter) <= 0;
    }

    /** The time since the sending of the newest probe that was answered, or since the first one was due. */
    public Duration sinceReachable() {
        return Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - reachedAt));
    }

    /** Completes when the watch has died: then {@link #reachable} is false for good. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(TIMEOUT.plus(PERIOD));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        release.run();
    }

    private void watch() {
        boolean reported = false;
        boolean first = true;
        try {
            while (!closed.await(first ? 0 : period.toNanos(), TimeUnit.NANOSECONDS)) {
                long asked = nanoTime.getAsLong();
                boolean answer = probed();
                if (answer) {
                    reachedAt = asked;
                }
                answered = answer;
                if (answer != reported || first) {
                    report(answer);
                }
                reported = answer;
                first = false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A probe that fails in another way than it may is no answer, and the next one may be. */
    private boolean probed() {
        try {
            return probe.getAsBoolean();
        } catch (RuntimeException e) {
            LOGGER.atDebug().setCause(e).log("A probe of Kafka failed");
            return false;
        }
    }

    private static void report(boolean answer) {
        if (answer) {
            LOGGER.atInfo().log("Kafka is reachable");
        } else {
            LOGGER.atWarn().log("Kafka is not reachable");
        }
    }

    private static boolean answers(Admin admin) {
        int millis = Math.toIntExact(TIMEOUT.toMillis());
        try {
            var options = new DescribeClusterOptions().timeoutMs(millis);
            admin.describeCluster(options).clusterId().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
            LOGGER.atDebug().setCause(e).log("A probe of Kafka was not answered");
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
