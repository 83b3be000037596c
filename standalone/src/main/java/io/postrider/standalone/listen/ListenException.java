package io.postrider.standalone.listen;

/** The command cannot go on; the message says why. */
final class ListenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int USAGE = 2;

    private final int exitCode;

    private ListenException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The arguments are wrong. */
    static ListenException usage(String message) {
        return new ListenException(USAGE, message);
    }

    /** The server refuses what the command asks for. */
    static ListenException failed(String message) {
        return new ListenException(1, message);
    }

    int exitCode() {
        return exitCode;
    }

    boolean isUsage() {
        return exitCode == USAGE;
    }
}
