package io.postrider.platform.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Says that a record, which is not the one in hand, cannot be processed, so that it is set aside. */
@SuppressWarnings("serial") // Never serialized.
public final class FailedRecordException extends RuntimeException {

    private final ConsumerRecord<byte[], byte[]> record;
    private final String workspace;

    /**
     * An exception that a processor or a round throws.
     *
     * @param workspace whose record it is
     * @param cause what was thrown on it
     */
    public FailedRecordException(
            ConsumerRecord<byte[], byte[]> record, String workspace, Throwable cause) {
        super(cause);
        this.record = record;
        this.workspace = workspace;
    }

    ConsumerRecord<byte[], byte[]> record() {
        return record;
    }

    String workspace() {
        return workspace;
    }
}
