package io.postrider.platform.streams;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reports that a record other than the present one cannot be processed, so that it is set aside. */
@SuppressWarnings("serial") // Never serialized.
public final class FailedRecordException extends RuntimeException {

    private final ConsumerRecord<byte[], byte[]> record;
    private final String workspace;

    /**
     * An exception of a processor or a round.
     *
     * @param workspace workspace of the record
     * @param cause exception of the record
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
