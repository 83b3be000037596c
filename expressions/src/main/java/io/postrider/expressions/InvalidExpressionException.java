package io.postrider.expressions;

/** A text of the rule language that cannot be used; line and column count from 1, 0 where unknown. */
public final class InvalidExpressionException extends Exception {

    private final String detail;
    private final int line;
    private final int column;

    public InvalidExpressionException(String detail, int line, int column) {
        super(line > 0 ? detail + " (line " + line + ", column " + column + ")" : detail);
        this.detail = detail;
        this.line = line;
        this.column = column;
    }

    public String detail() {
        return detail;
    }

    /** The detail after its place, where that is known. */
    public String placed() {
        return line == 0 ? detail : "Line %d, column %d: %s".formatted(line, column, detail);
    }

    public int line() {
        return line;
    }

    public int column() {
        return column;
    }
}
