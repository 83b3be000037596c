package io.postrider.redirects.spool;

import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of one producer: ends with the first record that fails for good. */
final class ProducerSession {

    private static final Logger LOGGER = LoggerFactory.getLogger(ProducerSession.class);

    private final Producer<byte[], byte[]> producer;
    private final DrainSignal signal;
    private final Thread drainer = Thread.currentThread();
    private volatile @Nullable Exception failure;

    ProducerSession(Producer<byte[], byte[]> producer, DrainSignal signal) {
        this.producer = producer;
        this.signal = signal;
    }

    /** Passes a record to the producer; false if the producer did not accept it, for lack of room, metadata or health. */
    boolean offer(ProducerRecord<byte[], byte[]> message, InFlight flight) {
        try {
            var _ = producer.send(message, flight);
        } catch (KafkaException | IllegalStateException e) {
            refused(e);
            return false;
        }
        Exception refusal = flight.failure();
        if (refusal != null) {
            refused(refusal);
            return false;
        }
        return true;
    }

    private void refused(Exception refusal) {
        if (!(refusal instanceof RetriableException)) {
            fail(refusal);
        }
    }

    /** A producer that rejects a record does so on the calling thread; all other failures end the session. */
    void resolved(@Nullable Exception exception) {
        if (exception != null && !Thread.currentThread().equals(drainer)) {
            fail(exception);
        }
        signal.resolved();
    }

    private void fail(Exception exception) {
        if (failure == null) {
            failure = exception;
        }
    }

    @Nullable Exception failure() {
        return failure;
    }

    void close(Duration timeout) {
        try {
            producer.close(timeout);
        } catch (KafkaException e) {
            LOGGER.atWarn().setCause(e).log("The click producer did not close cleanly");
        }
    }
}
