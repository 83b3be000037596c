package io.postrider.standalone.letters;

/** A failure of the command, with its reason as the message. */
final class LetterException extends RuntimeException {

    private final int exitCode;

    private LetterException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The arguments are invalid. */
    static LetterException usage(String message) {
        return new LetterException(2, message);
    }

    /** The command failed. */
    static LetterException failed(String message) {
        return new LetterException(1, message);
    }

    int exitCode() {
        return exitCode;
    }
}
