package io.postrider.api.http;

import io.postrider.domain.kernel.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A piece of a request that can be used, or the problem with it. */
public sealed interface Checked<T> {

    /** It can be used. */
    record Valid<T>(T value) implements Checked<T> {}

    /** It cannot. */
    record Refused<T>(Problem problem) implements Checked<T> {}

    /** What can be used. */
    static <T> Checked<T> valid(T value) {
        return new Valid<>(value);
    }

    /** What cannot. */
    static <T> Checked<T> refused(Problem problem) {
        return new Refused<>(problem);
    }

    /** No value, since a field is invalid. */
    static <T> Checked<T> refused(FieldError error) {
        return refused(Problem.invalid(error));
    }

    /** All values in their order, or the problem of the first one that cannot be used. */
    static <T> Checked<List<T>> all(List<Checked<T>> checked) {
        List<T> values = new ArrayList<>();
        for (Checked<T> one : checked) {
            switch (one) {
                case Valid<T>(T value) -> values.add(value);
                case Refused<T>(Problem problem) -> {
                    return refused(problem);
                }
            }
        }
        return valid(values);
    }

    /** Goes on with the value, if there is one. */
    default <U> Checked<U> then(Function<T, Checked<U>> next) {
        return switch (this) {
            case Valid<T>(T value) -> next.apply(value);
            case Refused<T>(Problem problem) -> refused(problem);
        };
    }

    /** Goes on with the value later, if there is one. */
    default <U> Mono<Checked<U>> thenLater(Function<T, Mono<Checked<U>>> next) {
        return switch (this) {
            case Valid<T>(T value) -> next.apply(value);
            case Refused<T>(Problem problem) -> Mono.just(refused(problem));
        };
    }

    /** Answers with the value, if there is one, else with the problem. */
    default Mono<Answer> answer(Function<T, Mono<Answer>> next) {
        return switch (this) {
            case Valid<T>(T value) -> next.apply(value);
            case Refused<T>(Problem problem) -> Mono.just(problem);
        };
    }
}
