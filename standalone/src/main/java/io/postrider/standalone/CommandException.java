package io.postrider.standalone;

/** A failure of a command, with its reason as the message in one line. */
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int USAGE = 2;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The arguments are invalid. */
    public static CommandException usage(String message) {
        return new CommandException(USAGE, message);
    }

    /** The command failed. */
    public static CommandException failed(String message) {
        return new CommandException(1, message);
    }

    /** The exit code of the process. */
    public int exitCode() {
        return exitCode;
    }

    /** Whether the help of the command is worth a line. */
    public boolean isUsage() {
        return exitCode == USAGE;
    }
}
