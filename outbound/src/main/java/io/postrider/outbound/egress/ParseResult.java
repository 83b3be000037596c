package io.postrider.outbound.egress;

import io.postrider.outbound.egress.TargetCheck.Refused;
import java.util.function.Function;

/** A piece of a URL that was read, or why it could not be. */
sealed interface ParseResult<T> {

    /** What was read. */
    record Read<T>(T value) implements ParseResult<T> {}

    /** Why the whole URL is refused. */
    record Unreadable<T>(Refused refusal) implements ParseResult<T> {}

    static <T> ParseResult<T> of(T value) {
        return new Read<>(value);
    }

    static <T> ParseResult<T> refused(String code, String detail) {
        return new Unreadable<>(new Refused(code, detail));
    }

    /** Goes on with the value, if there is one. */
    default <U> ParseResult<U> then(Function<T, ParseResult<U>> next) {
        return switch (this) {
            case Read<T>(T value) -> next.apply(value);
            case Unreadable<T>(Refused refusal) -> new Unreadable<>(refusal);
        };
    }
}
