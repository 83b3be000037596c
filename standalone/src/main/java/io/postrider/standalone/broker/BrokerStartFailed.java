package io.postrider.standalone.broker;

import org.jspecify.annotations.Nullable;

/** Thrown when the embedded broker cannot start; the message is one line for the operator. */
public final class BrokerStartFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BrokerStartFailed(String message) {
        this(message, null);
    }

    BrokerStartFailed(String message, @Nullable Throwable cause) {
        super(message.lines().findFirst().orElse(message), cause);
    }
}
