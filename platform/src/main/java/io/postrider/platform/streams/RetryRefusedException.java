package io.postrider.platform.streams;

/** A record is not processed again; the message says why. */
public final class RetryRefusedException extends RuntimeException {

    RetryRefusedException(String reason) {
        super(reason);
    }
}
