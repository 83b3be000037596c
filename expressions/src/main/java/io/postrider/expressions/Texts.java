package io.postrider.expressions;

/** Common text functions of both languages: limits, and places of errors. */
final class Texts {

    static final int SOURCE_CODE_POINTS = 4_096;

    private static final int MESSAGE_CHARS = 500;

    private Texts() {}

    static void boundSource(String source) throws InvalidExpressionException {
        if (source.codePointCount(0, source.length()) > SOURCE_CODE_POINTS) {
            throw new InvalidExpressionException(
                    "An expression has at most 4,096 characters.", 0, 0);
        }
        if (source.isBlank()) {
            throw new InvalidExpressionException("The expression is empty.", 0, 0);
        }
    }

    /** An error at an offset in UTF-16 units; a negative offset is an unknown place. */
    static InvalidExpressionException invalid(String detail, String source, int offset) {
        if (offset < 0) {
            return new InvalidExpressionException(oneLine(detail), 0, 0);
        }
        String before = source.substring(0, Math.min(offset, source.length()));
        int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
        int start = before.lastIndexOf('\n') + 1;
        return new InvalidExpressionException(
                oneLine(detail), line, 1 + before.codePointCount(start, before.length()));
    }

    static String oneLine(String text) {
        String cut =
                text.length() > 2 * MESSAGE_CHARS ? text.substring(0, 2 * MESSAGE_CHARS) : text;
        String line = cut.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return line.length() <= MESSAGE_CHARS ? line : line.substring(0, MESSAGE_CHARS - 1) + "…";
    }
}
