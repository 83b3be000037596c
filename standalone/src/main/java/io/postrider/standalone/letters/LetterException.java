package io.postrider.standalone.letters;

/** The command cannot be carried out; the message says why. */
final class LetterException extends RuntimeException {

    private final int exitCode;

    private LetterException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The arguments say nothing that can be done. */
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
