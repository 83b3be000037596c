package io.postrider.decider;

import io.postrider.platform.migration.Destination;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.DeciderGroup;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How the stores of the deciders come into another cluster. Offsets of commands stay behind: its topics of commands are empty. */
public final class DeciderMigrations {

    private DeciderMigrations() {}

    /** The stores of all groups. */
    public static List<StoreMigration> all(SchemaIds ids) {
        ValueCodec<CommandOutcome> outcomes = ValueCodec.outcomes(ids);
        return Arrays.stream(DeciderGroup.values())
                .map(DeciderGroup::application)
                .flatMap(application ->
                        Stream.of(
                                new StoreMigration(
                                        application,
                                        AggregateStore.NAME,
                                        DeciderMigrations::aggregate),
                                new StoreMigration(
                                        application,
                                        IdempotencyStore.NAME,
                                        (key, value, to) -> outcome(outcomes, key, value, to)),
                                new StoreMigration(
                                        application, TimerStore.NAME, DeciderMigrations::due)))
                .toList();
    }

    private static void aggregate(byte[] key, byte[] value, Destination to) {
        switch (AggregateStore.kindOf(key)) {
            case AGGREGATE -> to.put(AggregateStore.aggregateOf(key), key, value);
            case LOGIC -> to.heirs().forEach(partition -> to.put(partition, key, value));
            case CHANGED -> {
                // The offset of a command.
            }
        }
    }

    /** The value of an outcome names its aggregate; what makes it expire leads there. */
    private static void outcome(
            ValueCodec<CommandOutcome> codec, byte[] key, byte[] value, Destination to) {
        byte[] entry = IdempotencyStore.isEntry(key) ? value : entryOf(key, to);
        if (entry == null) {
            return;
        }
        CommandOutcome outcome = codec.decode(entry);
        int partition = to.partitions().of(outcome.aggregate());
        to.put(
                partition,
                key,
                IdempotencyStore.isEntry(key) ? codec.encode(outcome.movedTo(partition)) : value);
    }

    private static byte @Nullable [] entryOf(byte[] expiryKey, Destination to) {
        return to.find(IdempotencyStore.NAME, IdempotencyStore.entryOf(expiryKey));
    }

    private static void due(byte[] key, byte[] value, Destination to) {
        TimerStore.aggregateOf(key).ifPresent(aggregate -> to.put(aggregate, key, value));
    }
}
