package io.postrider.redirects.spool;

import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** One record that was passed to a producer, and its result. */
final class InFlight implements Callback {

    private enum State {
        PENDING,
        ACKNOWLEDGED,
        FAILED
    }

    private final SpooledRecord record;
    private final ProducerSession session;
    private volatile State state = State.PENDING;
    private volatile @Nullable Exception failure;

    InFlight(SpooledRecord record, ProducerSession session) {
        this.record = record;
        this.session = session;
    }

    SpooledRecord record() {
        return record;
    }

    boolean isPending() {
        return state == State.PENDING;
    }

    boolean isAcknowledged() {
        return state == State.ACKNOWLEDGED;
    }

    @Nullable Exception failure() {
        return failure;
    }

    @Override
    public void onCompletion(@Nullable RecordMetadata metadata, @Nullable Exception exception) {
        failure = exception;
        state = exception == null ? State.ACKNOWLEDGED : State.FAILED;
        session.resolved(exception);
    }
}
