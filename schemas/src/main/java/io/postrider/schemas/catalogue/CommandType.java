package io.postrider.schemas.catalogue;

import java.util.function.Function;

/**
 * One command of an aggregate.
 *
 * @param name for example {@code link.create}
 * @param sample makes a command for examples and tests
 * @param <C> the commands of the aggregate
 */
public record CommandType<C>(
        String name, Class<? extends C> type, Effect effect, Function<Sample, C> sample) {

    static <C> CommandType<C> command(
            String name, Class<? extends C> type, Effect effect, Function<Sample, C> sample) {
        return new CommandType<>(name, type, effect, sample);
    }
}
