package io.postrider.web.problem;

import io.postrider.domain.kernel.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A piece of a request that can be used, or the problem with it. */
public sealed interface Validated<T> {

    /** It can be used. */
    record Valid<T>(T value) implements Validated<T> {}

    /** It cannot. */
    record Refused<T>(Problem problem) implements Validated<T> {}

    /** A valid value. */
    static <T> Validated<T> valid(T value) {
        return new Valid<>(value);
    }

    /** A rejection. */
    static <T> Validated<T> refused(Problem problem) {
        return new Refused<>(problem);
    }

    /** No value, since a field is invalid. */
    static <T> Validated<T> refused(FieldError error) {
        return refused(Problem.invalid(error));
    }

    /** All values in their order, or the problem of the first one that cannot be used. */
    static <T> Validated<List<T>> all(List<Validated<T>> checked) {
        List<T> values = new ArrayList<>();
        for (Validated<T> one : checked) {
            switch (one) {
                case Valid<T>(T value) -> values.add(value);
                case Refused<T>(Problem problem) -> {
                    return refused(problem);
                }
            }
        }
        return valid(values);
    }

    /** Continues with the value; a rejection stays. */
    default <U> Validated<U> then(Function<T, Validated<U>> next) {
        return switch (this) {
            case Valid<T>(T value) -> next.apply(value);
            case Refused<T>(Problem problem) -> refused(problem);
        };
    }

    /** Continues with the value asynchronously; a rejection stays. */
    default <U> Mono<Validated<U>> thenLater(Function<T, Mono<Validated<U>>> next) {
        return switch (this) {
            case Valid<T>(T value) -> next.apply(value);
            case Refused<T>(Problem problem) -> Mono.just(refused(problem));
        };
    }

    /** The response for the value, or the problem. */
    default Mono<ApiResponse> answer(Function<T, Mono<ApiResponse>> next) {
        return switch (this) {
            case Valid<T>(T value) -> next.apply(value);
            case Refused<T>(Problem problem) -> Mono.just(problem);
        };
    }
}
