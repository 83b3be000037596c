package io.postrider.platform.kafka;

/** Thrown when the Kafka cluster rejects this process, or no client can be made; the message is one line for the operator. */
public final class LogRejectedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LogRejectedException(String message, Throwable cause) {
        super(message, cause);
    }
}
