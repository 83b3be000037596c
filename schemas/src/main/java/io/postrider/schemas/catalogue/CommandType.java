package io.postrider.schemas.catalogue;

import java.util.List;
import java.util.function.Function;

/**
 * One command of an aggregate.
 *
 * @param name for example {@code link.create}
 * @param samples make commands for examples and tests: at least one
 * @param <C> the commands of the aggregate
 */
public record CommandType<C>(
        String name,
        Class<? extends C> type,
        CommandEffect effect,
        List<Function<Sample, ? extends C>> samples) {

    public CommandType {
        samples = List.copyOf(samples);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // The array is copied and never written.
    static <C> CommandType<C> command(
            String name,
            Class<? extends C> type,
            CommandEffect effect,
            Function<Sample, ? extends C>... samples) {
        return new CommandType<>(name, type, effect, List.of(samples));
    }

    /** The first sample. */
    public C sample(Sample sample) {
        return samples.getFirst().apply(sample);
    }
}
