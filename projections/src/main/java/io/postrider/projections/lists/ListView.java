package io.postrider.projections.lists;

import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewBatch;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topic;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The rows and index entries of the resources of one topic. A row is the newest event of a resource, and stands once;
 * entries have no value. All of them follow from the records of the topic and the indexes of the catalogue.
 */
public final class ListView implements View {

    private static final byte[] NOTHING = {};

    private final Context context;
    private final List<AggregateType<?, ?, ?, ?>> entries;
    private final EventCodec codec;

    public ListView(Context context, SchemaIds ids) {
        this.context = context;
        this.entries = Catalogue.of(context);
        this.codec = EventCodec.of(context, ids);
    }

    @Override
    public Set<Topic> topics() {
        return Set.of(context.events());
    }

    /** Names the indexes, so that a change of them makes the list again. */
    @Override
    public String layout() {
        return entries.stream()
                .map(entry -> entry.name() + indexes(entry))
                .collect(Collectors.joining(" ", "lists-2 ", ""));
    }

    private static <T extends Resource> String indexes(AggregateType<?, ?, ?, T> entry) {
        return entry.resource().indexes().stream()
                .map(index -> index.parameter() + "=" + index.match())
                .toList()
                .toString();
    }

    /** The keys of an aggregate of this view. */
    ListKeys keys(AggregateType<?, ?, ?, ?> entry) {
        return new ListKeys(entries.indexOf(entry));
    }

    /** The event of a row. */
    EventRecord decode(byte[] row) {
        return codec.decode(row);
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ViewBatch batch) {
        if (codec.decode(record.value()).payload() instanceof ResourceEvent<?> change) {
            for (AggregateType<?, ?, ?, ?> entry : entries) {
                if (entry.resource().type().isInstance(change.resource())) {
                    apply(entry, change, record.value(), batch);
                }
            }
        }
    }

    private <T extends Resource> void apply(
            AggregateType<?, ?, ?, T> entry,
            ResourceEvent<?> change,
            byte[] value,
            ViewBatch batch) {
        T resource = entry.resource().type().cast(change.resource());
        ListKeys keys = keys(entry);
        byte[] place = ListKeys.place(resource);
        byte[] row = ListKeys.joined(keys.rows(resource.workspace()), place);
        byte[] before = batch.get(row);
        if (before != null && decode(before).payload() instanceof ResourceEvent<?> last) {
            T old = entry.resource().type().cast(last.resource());
            entries(entry, keys, old).forEach(batch::delete);
        }
        byte[] id = keys.id(resource.workspace(), resource.id());
        if (change.deletes()) {
            batch.delete(row);
            batch.delete(id);
        } else {
            batch.put(row, value);
            batch.put(id, place);
            entries(entry, keys, resource).forEach(key -> batch.put(key, NOTHING));
        }
    }

    private static <T extends Resource> List<byte[]> entries(
            AggregateType<?, ?, ?, T> entry, ListKeys keys, T resource) {
        List<byte[]> found = new ArrayList<>();
        byte[] place = ListKeys.place(resource);
        List<Index<T>> indexes = entry.resource().indexes();
        for (int i = 0; i < indexes.size(); i++) {
            for (String value : Filter.values(indexes.get(i), resource)) {
                byte[] prefix = keys.entries(i, resource.workspace(), value);
                found.add(ListKeys.joined(prefix, place));
            }
        }
        return found;
    }
}
