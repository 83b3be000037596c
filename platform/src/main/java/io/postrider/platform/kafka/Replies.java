package io.postrider.platform.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.RetriableException;

/** Waits for a cluster's replies, never longer than a bound. */
public final class Replies {

    /** Longer than the admin client's own bound, so that its clearer error comes first. */
    public static final Duration BOUND = Duration.ofSeconds(15);

    private Replies() {}

    /** The value of a reply that is given within {@link #BOUND}. */
    public static <T> T await(KafkaFuture<T> reply, String question) {
        return await(reply, question, BOUND);
    }

    /**
     * The reply's value.
     *
     * @throws LogUnreachableException when there is no answer in time, or one that a later try may change
     * @throws KafkaException when the cluster refused
     */
    static <T> T await(KafkaFuture<T> reply, String question, Duration bound) {
        try {
            return reply.get(bound.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new LogUnreachableException("Kafka did not respond in time: " + question, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogUnreachableException("Interrupted while asking Kafka: " + question, e);
        } catch (ExecutionException e) {
            throw refusal(e, question);
        }
    }

    /** The ID of a cluster. */
    public static String clusterId(Admin admin) {
        return String.valueOf(await(admin.describeCluster().clusterId(), "which cluster it is"));
    }

    /** Pauses between two attempts. */
    public static void pause(Duration pause) {
        try {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LogUnreachableException("Interrupted while waiting for Kafka", e);
        }
    }

    private static RuntimeException refusal(ExecutionException failure, String question) {
        return switch (failure.getCause()) {
            case RetriableException e ->
                    new LogUnreachableException(
                            "Kafka request failed: %s (%s)".formatted(question, e.getMessage()), e);
            case KafkaException e -> e;
            case null, default -> new IllegalStateException(question, failure);
        };
    }
}
