package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.postrider.platform.migration.Destination;
import java.util.Optional;

/**
 * How the state of the limits of rules comes into another cluster: it goes where its rule leads. The places of runs that wait
 * are offsets; there, they come before those of all runs that begin to wait later.
 */
final class FlowMigration {

    /** Sorts before the digits of places. */
    private static final String EARLIER = "!";

    private FlowMigration() {}

    static void move(byte[] key, byte[] value, Destination to) {
        String text = new String(key, US_ASCII);
        String[] parts = FlowStore.parts(text);
        switch (parts[0]) {
            case RunQueues.WAITING -> {
                parts[3] = EARLIER + parts[3];
                to.put(parts[1], FlowStore.key(parts).getBytes(US_ASCII), value);
            }
            case RunQueues.RUNS -> to.put(parts[1], key, run(value));
            case FlowOutbox.COMMANDS -> to.put(to.from(), key, value);
            default ->
                    rule(parts)
                            .ifPresentOrElse(
                                    rule -> to.put(rule, key, value),
                                    () -> to.putEverywhere(key, value));
        }
    }

    /** The rule of an entry; of the runs that a limit has counted none is stored, and they expire within minutes. */
    private static Optional<String> rule(String[] parts) {
        // An entry that expires is named behind its time.
        int start =
                parts[0].equals(RateCounters.EXPIRIES) || parts[0].equals(Debounces.DUE) ? 2 : 0;
        return parts[start].equals(RateCounters.COUNTED)
                ? Optional.empty()
                : Optional.of(parts[start + 1]);
    }

    private static byte[] run(byte[] value) {
        String[] parts = FlowStore.parts(new String(value, US_ASCII));
        if (!parts[1].equals(RunQueues.NONE)) {
            parts[1] = EARLIER + parts[1];
        }
        return FlowStore.key(parts).getBytes(US_ASCII);
    }
}
