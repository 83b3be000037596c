package io.postrider.projections.links;

import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkEvent.LinkChange;
import io.postrider.domain.links.LinkEvent.LinkDeleted;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.runtime.views.ViewKey;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps each workspace's links, newest first and by id; a deleted one is gone from both. */
final class LinkView implements View {

    private static final int NEWEST_FIRST = 0x01;
    private static final int BY_ID = 0x02;

    private final EventCodec codec;

    LinkView(SchemaIds ids) {
        this.codec = EventCodec.of(Context.LINKS, ids);
    }

    static byte[] newestFirst(String workspace) {
        return ViewKey.table(NEWEST_FIRST).id(workspace).bytes();
    }

    static byte[] byId(String workspace, String id) {
        return ViewKey.table(BY_ID).id(workspace).id(id).bytes();
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(Context.LINKS.events());
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        if (!(codec.decode(record.value()).payload() instanceof LinkChange event)) {
            return;
        }
        Link link = event.link();
        byte[] place =
                ViewKey.table(NEWEST_FIRST)
                        .id(link.workspace())
                        .timeDescending(link.createdAt())
                        .id(link.id())
                        .bytes();
        byte[] id = byId(link.workspace(), link.id());
        if (event instanceof LinkDeleted) {
            batch.delete(place);
            batch.delete(id);
        } else {
            batch.put(place, record.value());
            batch.put(id, record.value());
        }
    }
}
