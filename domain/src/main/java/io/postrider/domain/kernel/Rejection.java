package io.postrider.domain.kernel;

import java.util.List;

/**
 * The reason why a command was rejected, as it is stored in the log and sent to callers.
 *
 * @param code a stable code in snake case
 * @param detail a description in one sentence
 * @param errors the invalid fields; empty if no single field is the cause
 */
public record Rejection(Kind kind, String code, String detail, List<FieldError> errors) {

    /** The class of a rejection, which decides the status of the response. */
    public enum Kind {
        NOT_FOUND,
        CONFLICT,
        GONE,
        FORBIDDEN,
        UNAUTHENTICATED,
        INVALID,
        TOO_LARGE,
        VERSION_MISMATCH,
        UNAVAILABLE,
        INTERNAL
    }

    public Rejection {
        errors = List.copyOf(errors);
    }

    /** A rejection without field errors. */
    public static Rejection of(Kind kind, String code, String detail) {
        return new Rejection(kind, code, detail, List.of());
    }

    /** The resource does not exist in the workspace that asks. */
    public static Rejection notFound(String what) {
        return of(Kind.NOT_FOUND, "not_found", "The " + what + " does not exist.");
    }

    /** The id belongs to a resource already, or did. */
    public static Rejection exists(String what, String id) {
        return conflict(what + "_exists", "The " + what + " " + id + " already exists.");
    }

    /** The state of the resource does not allow the command. */
    public static Rejection conflict(String code, String detail) {
        return of(Kind.CONFLICT, code, detail);
    }

    /** Some fields are invalid. */
    public static Rejection invalid(List<FieldError> errors) {
        return new Rejection(Kind.INVALID, "invalid", "Some fields are not valid.", errors);
    }

    /** One field is invalid. */
    public static Rejection invalid(FieldError error) {
        return invalid(List.of(error));
    }
}
