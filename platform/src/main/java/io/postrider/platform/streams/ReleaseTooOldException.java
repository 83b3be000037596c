package io.postrider.platform.streams;

/** The log asks for what only a newer release can do. No new thread can mend that, so it ends the application and its process. */
public final class ReleaseTooOldException extends RuntimeException {

    public ReleaseTooOldException(String message) {
        super(message);
    }
}
