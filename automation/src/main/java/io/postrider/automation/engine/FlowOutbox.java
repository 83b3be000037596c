package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNullElse;

import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.TraceParent;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Commands that no record causes, or one whose repetition would not cause them again. Each is in the store until it is in the
 * log: a starting process sends the remaining commands of another one.
 */
final class FlowOutbox {

    static final String COMMANDS = "o";

    /**
     * Longer than the commit interval. A round is followed by a commit if the last one is so long ago, so what was forwarded is
     * in the log when two such periods have ended and another round begins.
     */
    private static final long PERIOD_MILLIS = 150;

    private final FlowStore store;
    private final Consumer<Record<byte[], byte[]>> forward;
    private Set<String> sent = new LinkedHashSet<>();
    private Set<String> older = Set.of();
    private Set<String> oldest = Set.of();
    private long periodBegan;
    private boolean isRestored;

    FlowOutbox(FlowStore store, Consumer<Record<byte[], byte[]>> forward) {
        this.store = store;
        this.forward = forward;
    }

    /**
     * Sends a command to a run, as part of the trace that is current.
     *
     * @param name distinguishes the commands to a run
     */
    void send(String run, String name, byte[] command, long now) {
        String trace = requireNonNullElse(TraceParent.current(), "");
        String key = FlowStore.key(COMMANDS, run, name, trace);
        store.put(key, command);
        forward(key, run, command, now);
    }

    private void forward(String key, String run, byte[] command, long now) {
        sent.add(key);
        forward.accept(new Record<>(run.getBytes(US_ASCII), command, now));
    }

    void round(long now) {
        if (!isRestored) {
            isRestored = true;
            for (String key : store.under(COMMANDS, Integer.MAX_VALUE)) {
                byte[] command = store.get(key);
                if (command != null && !sent.contains(key)) {
                    String[] parts = FlowStore.parts(key);
                    try (RecordTrace _ = RecordTrace.kept(parts[3])) {
                        forward(key, parts[1], command, now);
                    }
                }
            }
        }
        if (now - periodBegan >= PERIOD_MILLIS || now < periodBegan) {
            periodBegan = now;
            oldest.forEach(store::delete);
            oldest = older;
            older = sent;
            sent = new LinkedHashSet<>();
        }
    }
}
