package io.postrider.platform.views;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;

/** The wish that a runner ends, which cuts every pause and every wait for an answer short. */
final class StopSignal {

    private final CompletableFuture<Void> requested = new CompletableFuture<>();

    void request() {
        requested.complete(null);
    }

    boolean requested() {
        return requested.isDone();
    }

    void pause(Duration pause) {
        try {
            requested.get(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (java.util.concurrent.TimeoutException e) {
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Nothing completes the wish exceptionally", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** The answer; a wish to stop meanwhile is thrown as the wake-up that it is for a consumer. */
    <T> T await(CompletableFuture<T> answer, Duration patience) {
        try {
            CompletableFuture.anyOf(requested, answer)
                    .get(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (answer.isDone()) {
                return answer.get();
            }
            throw new WakeupException();
        } catch (java.util.concurrent.TimeoutException e) {
            throw new TimeoutException("No answer within " + patience, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
