package io.postrider.platform.threads;

import org.jspecify.annotations.Nullable;

/** A failure for the log: the classes and places without the messages, which may contain texts of tenants. */
public final class LoggedException extends Exception {

    private static final int CAUSES_MAX = 8;

    private LoggedException(Throwable failure, @Nullable LoggedException cause) {
        super(failure.getClass().getName(), cause);
        setStackTrace(failure.getStackTrace());
    }

    /** The failure, with its causes. */
    public static LoggedException of(Throwable failure) {
        return of(failure, CAUSES_MAX);
    }

    private static LoggedException of(Throwable failure, int causes) {
        Throwable cause = failure.getCause();
        return new LoggedException(
                failure, cause == null || causes == 0 ? null : of(cause, causes - 1));
    }
}
