package io.postrider.projections.keys;

import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewKey;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps each workspace's keys, newest first and by id; revoked ones stay. */
final class KeyView implements View {

    private static final int NEWEST_FIRST = 0x10;
    private static final int BY_ID = 0x11;

    private final EventCodec codec;

    KeyView(SchemaIds ids) {
        this.codec = EventCodec.of(Context.KEYS, ids);
    }

    static byte[] newestFirst(String workspace) {
        return ViewKey.table(NEWEST_FIRST).id(workspace).bytes();
    }

    static byte[] byId(String workspace, String id) {
        return ViewKey.table(BY_ID).id(workspace).id(id).bytes();
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.KEYS.events());
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        if (codec.decode(record.value()).payload() instanceof KeyEvent event) {
            ApiKey key = event.key();
            batch.put(
                    ViewKey.table(NEWEST_FIRST)
                            .id(key.workspace())
                            .timeDescending(key.createdAt())
                            .id(key.id())
                            .bytes(),
                    record.value());
            batch.put(byId(key.workspace(), key.id()), record.value());
        }
    }
}
