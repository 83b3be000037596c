package io.postrider.runtime.views;

import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Keeps the newest event of each aggregate of a context for a table in memory, which hears of every event and is filled from
 * here after a restart. Events carry the whole resource, so the newest one is all that there is to know.
 */
public final class NewestEvents implements View {

    private static final int PAGE = 500;

    /** The tables of the view store from here on belong to contexts, by their numbers. */
    private static final int FIRST_TABLE = 0x80;

    private final EventCodec codec;
    private final Context context;
    private final int table;
    private final Consumer<EventRecord> memory;

    /** @param memory ignores events that it knows already, and older ones */
    public NewestEvents(Context context, SchemaIds ids, Consumer<EventRecord> memory) {
        this.codec = EventCodec.of(context, ids);
        this.context = context;
        this.table = FIRST_TABLE + context.number();
        this.memory = memory;
    }

    /** Fills memory from the store, before the view starts and before the first request. */
    public void restore(ViewStore store) {
        byte[] prefix = ViewKey.table(table).bytes();
        ViewPage page = store.scan(prefix, null, PAGE);
        while (true) {
            page.entries().forEach(entry -> memory.accept(codec.decode(entry.value())));
            if (!page.hasMore()) {
                return;
            }
            page = store.scan(prefix, page.lastKey(), PAGE);
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
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        EventRecord event = codec.decode(record.value());
        if (event.payload() != null) {
            batch.put(ViewKey.table(table).id(event.header().aggregate()).bytes(), record.value());
            batch.afterWrite(() -> memory.accept(event));
        }
    }
}
