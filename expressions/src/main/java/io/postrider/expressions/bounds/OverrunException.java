package io.postrider.expressions.bounds;

/**
 * An evaluation exceeds its budget. An error and not an exception: both engines catch exceptions in places, CEL to let the
 * other operand of a condition decide, and would continue.
 */
public final class OverrunException extends Error {

    private final String reason;

    public OverrunException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
