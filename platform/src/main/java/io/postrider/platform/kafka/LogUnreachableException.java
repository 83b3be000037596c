package io.postrider.platform.kafka;

import org.jspecify.annotations.Nullable;

/** Thrown when the Kafka cluster did not answer, or not with enough brokers, within the time given. */
public final class LogUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LogUnreachableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
