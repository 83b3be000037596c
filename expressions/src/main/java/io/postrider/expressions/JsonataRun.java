package io.postrider.expressions;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The state of one evaluation beside its input: time and random numbers. */
final class JsonataRun {

    /** Of the evaluation that runs. */
    static final ScopedValue<JsonataRun> CURRENT = ScopedValue.newInstance();

    private final Instant at;
    private final String seed;
    private @Nullable Random random;

    JsonataRun(Instant at, String seed) {
        this.at = at;
        this.seed = seed;
    }

    Instant at() {
        return at;
    }

    /** A sequence that follows from the seed; its method is part of the specification of Java. */
    Random random() {
        if (random == null) {
            UUID hash = UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8));
            random = new Random(hash.getMostSignificantBits() ^ hash.getLeastSignificantBits());
        }
        return random;
    }
}
