package io.postrider.projections.clicks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Removes the ledgers of lanes that have sent nothing for a month: those of former boots and of nodes that are gone. Time is
 * that of the records, so that a repeated run removes the same ones, and a record makes it look at a few only.
 */
final class LedgerSweep {

    static final int LEDGERS_MAX = 64;

    private static final long PERIOD_MILLIS = Duration.ofMinutes(1).toMillis();

    private long nextAt;
    private @Nullable Bytes from;

    /** Looks at the next ledgers, if the last ones were looked at a minute of the records ago. */
    void step(KeyValueStore<Bytes, byte[]> ledgers, long at) {
        if (at < nextAt) {
            return;
        }
        nextAt = at + PERIOD_MILLIS;
        over(ledgers, at).forEach(ledgers::delete);
    }

    private List<Bytes> over(KeyValueStore<Bytes, byte[]> ledgers, long at) {
        List<Bytes> over = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> entries = ledgers.range(from, null)) {
            for (int i = 0; i < LEDGERS_MAX && entries.hasNext(); i++) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                if (SequenceLedger.read(entry.value).isOver(at)) {
                    over.add(entry.key);
                }
            }
            from = entries.hasNext() ? entries.next().key : null;
        }
        return over;
    }
}
