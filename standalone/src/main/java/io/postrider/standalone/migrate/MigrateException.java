package io.postrider.standalone.migrate;

/** A failure of the command, with its reason as the message. */
final class MigrateException extends RuntimeException {

    private final int exitCode;

    private MigrateException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The arguments are invalid. */
    static MigrateException usage(String message) {
        return new MigrateException(2, message);
    }

    /** The command failed. */
    static MigrateException failed(String message) {
        return new MigrateException(1, message);
    }

    int exitCode() {
        return exitCode;
    }
}
