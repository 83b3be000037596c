package io.postrider.standalone.broker;

import org.jspecify.annotations.Nullable;

/** Thrown when the embedded broker cannot start; the message is one line for the operator. */
public final class BrokerStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokerStartException(String message) {
        this(message, null);
    }

    BrokerStartException(String message, @Nullable Throwable cause) {
        super(message.lines().findFirst().orElse(message), cause);
    }
}
