package io.postrider.expressions;

/** The evaluation of an expression failed, or used more than its bounds. */
public final class EvaluationException extends Exception {

    private final boolean isOfMissingField;

    public EvaluationException(String detail) {
        this(detail, false);
    }

    EvaluationException(String detail, boolean isOfMissingField) {
        super(Texts.oneLine(detail));
        this.isOfMissingField = isOfMissingField;
    }

    /** Whether the expression reads a field that is not there. */
    public boolean isOfMissingField() {
        return isOfMissingField;
    }
}
