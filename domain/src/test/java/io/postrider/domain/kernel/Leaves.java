package io.postrider.domain.kernel;

import java.util.stream.Stream;

/** The records behind a sealed interface, however its groups are nested. */
final class Leaves {

    private Leaves() {}

    static Stream<Class<?>> of(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(Leaves::of)
                : Stream.of(type);
    }
}
