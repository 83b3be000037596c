package io.postrider.platform.streams;

/** The log requires a newer release. A new thread does not help, so the exception ends the application and its process. */
public final class ReleaseTooOldException extends RuntimeException {

    public ReleaseTooOldException(String message) {
        super(message);
    }
}
