package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the newest event of each aggregate of a context for a replica in memory, which gets every event and is filled from
 * here after a restart. Events contain the whole resource, so the newest one is sufficient.
 */
public final class LatestEventProjection implements Projection {

    private static final Logger LOGGER = LoggerFactory.getLogger(LatestEventProjection.class);
    private static final byte[] NOTHING = {};

    private static final int PAGE = 500;

    /** The tables of the view store from here on belong to contexts, by their numbers. */
    private static final int FIRST_TABLE = 0x80;

    private final EventCodec codec;
    private final Context context;
    private final int table;
    private final Consumer<EventRecord> memory;
    private final @Nullable Consumer<String> unknown;

    /** @param memory ignores events that it knows already, and older ones; after one that it cannot read it keeps the one before */
    public LatestEventProjection(Context context, SchemaIds ids, Consumer<EventRecord> memory) {
        this(context, ids, memory, null);
    }

    /**
     * A replica that must not continue with an older state.
     *
     * @param unknown is told of an aggregate whose newest event cannot be read, until there is a newer one
     */
    public LatestEventProjection(
            Context context,
            SchemaIds ids,
            Consumer<EventRecord> memory,
            @Nullable Consumer<String> unknown) {
        this.codec = EventCodec.of(context, ids);
        this.context = context;
        this.table = FIRST_TABLE + context.number();
        this.memory = memory;
        this.unknown = unknown;
    }

    /** Fills memory from the store, before the view starts and before the first request. */
    public void restore(ProjectionStore store) {
        byte[] prefix = ProjectionKey.table(table).bytes();
        ProjectionPage page = store.scan(prefix, null, PAGE);
        while (true) {
            page.entries().forEach(entry -> restore(entry, prefix.length));
            if (!page.hasMore()) {
                return;
            }
            page = store.scan(prefix, page.lastKey(), PAGE);
        }
    }

    private void restore(ProjectionPage.Entry entry, int prefix) {
        String aggregate = ProjectionKey.idAt(entry.key(), prefix);
        try {
            memory.accept(known(entry.value()));
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            LOGGER.atWarn()
                    .addKeyValue("aggregate", aggregate)
                    .addKeyValue("exception", e.getClass().getName())
                    .log("A stored event cannot be read; skipping it");
            forget(aggregate);
        }
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(context.events());
    }

    @Override
    public String layout() {
        return "newest-" + context.label();
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        EventRecord event = known(record.value());
        String aggregate = event.header().aggregate();
        if (event.payload() != null) {
            batch.put(row(aggregate), record.value());
            batch.afterWrite(() -> take(aggregate, event));
        }
    }

    /** Stores the record as it is: a release that can read it finds it after a start. */
    @Override
    public void passOver(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        if (unknown != null) {
            String aggregate = new String(record.key(), UTF_8);
            batch.put(row(aggregate), record.value() == null ? NOTHING : record.value());
            batch.afterWrite(() -> forget(aggregate));
        }
    }

    /** Whether its replica is informed of an unreadable event. */
    public boolean failsClosed() {
        return unknown != null;
    }

    private EventRecord known(byte[] value) {
        EventRecord event = codec.decode(value);
        if (event.payload() == null && unknown != null) {
            throw new IllegalArgumentException("unknown type " + event.header().type());
        }
        return event;
    }

    private void take(String aggregate, EventRecord event) {
        try {
            memory.accept(event);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            forget(aggregate);
            throw e;
        }
    }

    private void forget(String aggregate) {
        if (unknown != null) {
            unknown.accept(aggregate);
        }
    }

    private byte[] row(String aggregate) {
        return ProjectionKey.table(table).id(aggregate).bytes();
    }
}
