package io.postrider.projections.clicks;

import io.postrider.platform.streams.EarlyCommit;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.threads.BackgroundThrottle;
import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.codec.CloudEventHeaders;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Deduplicates clicks and publishes them. */
final class ClickProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    static final String SEQUENCES = "sequences";

    private final ValueCodec<RawClick> rawClicks;
    private final EventCodec clicks;
    private final Enrichment enrichment;
    private final EarlyCommit earlyCommit;
    private final BackgroundThrottle pace;
    private final LedgerSweep sweep = new LedgerSweep();
    private Traces traces = Traces.off();
    private @Nullable KeyValueStore<Bytes, byte[]> sequences;

    ClickProcessor(
            SchemaIds ids,
            Enrichment enrichment,
            EarlyCommit earlyCommit,
            BackgroundThrottle pace) {
        this.pace = pace;
        this.earlyCommit = earlyCommit;
        this.rawClicks = ValueCodec.rawClicks(ids);
        this.clicks = EventCodec.clicks(ids);
        this.enrichment = enrichment;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        traces = Traces.in(context.appConfigs());
        sequences = context.getStateStore(SEQUENCES);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        pace.step();
        if (record.value() == null) {
            return;
        }
        RawClick raw = rawClicks.decode(record.value());
        boolean published = traces.isOn() ? traced(record, raw) : publish(record, raw);
        if (published && earlyCommit.after(record.timestamp(), context().currentSystemTimeMs())) {
            context().commit();
        }
    }

    /** The trace of a click is in its value, as the spool stores nothing else. */
    private boolean traced(Record<byte[], byte[]> record, RawClick raw) {
        try (RecordTrace _ = RecordTrace.process(traces, source(record), raw.traceparent())) {
            return publish(record, raw);
        }
    }

    private RecordTrace.Source source(Record<byte[], byte[]> record) {
        RecordMetadata from = context().recordMetadata().orElseThrow();
        return new RecordTrace.Source(
                context().applicationId(),
                from.topic(),
                from.partition(),
                from.offset(),
                record.timestamp(),
                record.headers());
    }

    /** Publishes a click; false if it was published before. */
    private boolean publish(Record<byte[], byte[]> record, RawClick raw) {
        Bytes lane = Bytes.wrap((raw.node() + "/" + raw.lane()).getBytes(StandardCharsets.UTF_8));
        SequenceLedger ledger = ledger(lane, record.timestamp());
        if (!ledger.take(raw.sequence())) {
            Retries.refuse(context(), "The ledger of its lane has known the click since then");
            return false;
        }
        EventRecord event = enrichment.enrich(timed(raw, record.timestamp()));
        byte[] encoded = clicks.encode(event);
        note(lane, ledger, record.timestamp());
        context()
                .forward(
                        new Record<>(
                                raw.linkId().getBytes(StandardCharsets.UTF_8),
                                encoded,
                                event.header().time().toEpochMilli(),
                                CloudEventHeaders.of(event.header())));
        return true;
    }

    /**
     * A click may have waited in its spool for days, but it cannot be later than its append: that is a node whose clock
     * is ahead. Both times stand in the log, so the click has the same time whenever it is read.
     */
    private static RawClick timed(RawClick raw, long appendedMillis) {
        long said = raw.at().toEpochMilli();
        long time = Math.clamp(said, 0, appendedMillis);
        return time == said ? raw : raw.withAt(Instant.ofEpochMilli(time));
    }

    private void note(Bytes lane, SequenceLedger ledger, long at) {
        ledger.note(at);
        store().put(lane, ledger.bytes());
        sweep.step(store(), at);
    }

    /** A ledger that is over counts as removed, whether the sweep has come to it or not. */
    private SequenceLedger ledger(Bytes lane, long at) {
        byte[] known = store().get(lane);
        if (known == null) {
            return new SequenceLedger();
        }
        SequenceLedger ledger = SequenceLedger.read(known);
        return ledger.isOver(at) ? new SequenceLedger() : ledger;
    }

    private KeyValueStore<Bytes, byte[]> store() {
        return Objects.requireNonNull(sequences);
    }
}
