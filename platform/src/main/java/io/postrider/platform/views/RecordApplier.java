package io.postrider.platform.views;

import io.postrider.platform.threads.LoggedException;
import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.Traces;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands every record to the views that want it, and keeps a record that one of them cannot take from harming the rest. */
public final class RecordApplier {

    private static final Logger LOGGER = LoggerFactory.getLogger(RecordApplier.class);
    private static final String COMMAND_OFFSET = "pr_command_offset";
    private static final long LOGGED_ONE_BY_ONE = 100;
    private static final long LOGGED_EVERY = 1_000;

    private final String name;
    private final Map<String, List<Projection>> views = new HashMap<>();
    private final LongAdder poisoned = new LongAdder();
    private final PassedOver passedOver;
    private final Traces traces;

    /** Receives records that a view could not apply. */
    @FunctionalInterface
    public interface PassedOver {
        void note(String view, ConsumerRecord<byte[], byte[]> record, Throwable thrown);
    }

    public RecordApplier(String name, List<Projection> views, PassedOver passedOver) {
        this(name, views, passedOver, Traces.off());
    }

    RecordApplier(String name, List<Projection> views, PassedOver passedOver, Traces traces) {
        this.name = name;
        this.traces = traces;
        this.passedOver = passedOver;
        for (Projection view : views) {
            view.topics()
                    .forEach(topic ->
                            this.views
                                    .computeIfAbsent(topic.name(), t -> new ArrayList<>())
                                    .add(view));
        }
    }

    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        List<Projection> interested = views.getOrDefault(record.topic(), List.of());
        if (!traces.isOn() || interested.isEmpty()) {
            apply(interested, record, batch);
            return;
        }
        try (RecordTrace _ = RecordTrace.process(traces, source(record))) {
            apply(interested, record, batch);
        }
    }

    private RecordTrace.Source source(ConsumerRecord<byte[], byte[]> record) {
        return new RecordTrace.Source(
                name,
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.headers());
    }

    private void apply(
            List<Projection> interested,
            ConsumerRecord<byte[], byte[]> record,
            ProjectionBatch batch) {
        for (Projection view : interested) {
            if (!attempt(view, record, batch, () -> view.apply(record, batch))) {
                attempt(view, record, batch, () -> view.passOver(record, batch));
            }
        }
    }

    /** Runs a step of a view; one that throws leaves nothing behind. */
    private boolean attempt(
            Projection view,
            ConsumerRecord<byte[], byte[]> record,
            ProjectionBatch batch,
            Runnable step) {
        batch.mark();
        try {
            step.run();
            batch.replaceMarkedActions(action -> () -> runAlone(view, record, action));
            return true;
        } catch (ProjectionStoreException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // A view may have wrapped the store's exception, which is not caused by the record.
            batch.requireIntact();
            batch.rollback();
            note(view.layout(), record, e);
            return false;
        }
    }

    private void runAlone(Projection view, ConsumerRecord<byte[], byte[]> record, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            note(view.layout(), record, e);
        }
    }

    /** The offset of the command that caused a record, or -1 if it names none. */
    public long commandOf(ConsumerRecord<byte[], byte[]> record) {
        Header header = record.headers().lastHeader(COMMAND_OFFSET);
        if (header == null) {
            return -1;
        }
        byte[] value = header.value();
        if (value == null || value.length != Long.BYTES) {
            note(
                    COMMAND_OFFSET,
                    record,
                    new IllegalArgumentException("Header " + COMMAND_OFFSET + " is not 8 bytes"));
            return -1;
        }
        return ByteBuffer.wrap(value).getLong();
    }

    long poisoned() {
        return poisoned.sum();
    }

    private void note(String view, ConsumerRecord<byte[], byte[]> record, Throwable error) {
        passedOver.note(view, record, error);
        poisoned.increment();
        long count = poisoned.sum();
        if (count <= LOGGED_ONE_BY_ONE || count % LOGGED_EVERY == 0) {
            LOGGER.atWarn()
                    .addKeyValue("views", name)
                    .addKeyValue("view", view)
                    .addKeyValue("topic", record.topic())
                    .addKeyValue("partition", record.partition())
                    .addKeyValue("offset", record.offset())
                    .addKeyValue("poisoned", count)
                    .setCause(LoggedException.of(error))
                    .log("A projection cannot apply a record; skipping it");
        }
    }
}
