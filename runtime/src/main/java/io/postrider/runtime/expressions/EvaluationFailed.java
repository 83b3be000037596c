package io.postrider.runtime.expressions;

/** The evaluation of an expression failed, or used more than its bounds. */
public final class EvaluationFailed extends Exception {

    public EvaluationFailed(String detail) {
        super(Texts.oneLine(detail));
    }
}
