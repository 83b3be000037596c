package io.postrider.platform.streams;

/** An error of the virtual machine that one record brings about: Kafka Streams hands only exceptions to its handlers. */
final class RecordFailedException extends RuntimeException {

    RecordFailedException(Throwable cause) {
        super(cause);
    }
}
