package io.postrider.projections.lists;

import io.postrider.domain.kernel.ExpiringResource;
import io.postrider.domain.kernel.Resource;
import io.postrider.domain.kernel.ResourceEvent;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionBatch;
import io.postrider.platform.views.ProjectionRange;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Index;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.UndecodableException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rows and index entries of the resources of one topic. A row is the newest event of a resource, and stands once;
 * entries have no value. All of them follow from the records of the topic and the indexes of the catalogue.
 */
public final class ListProjection implements Projection {

    private static final byte[] NOTHING = {};

    /** About a second. */
    private static final int SWEPT_MAX = 20_000;

    private final Context context;
    private final List<AggregateType<?, ?, ?, ?>> entries;
    private final EventCodec codec;
    private final Duration kept;
    private final InstantSource clock;

    /**
     * The lists of a context.
     *
     * @param kept retention of an {@link ExpiringResource} resource after its end
     */
    public ListProjection(Context context, SchemaIds ids, Duration kept, InstantSource clock) {
        this.context = context;
        this.kept = kept;
        this.clock = clock;
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
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
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
            ProjectionBatch batch) {
        T resource = entry.resource().type().cast(change.resource());
        ListKeys keys = keys(entry);
        byte[] place = ListKeys.place(resource);
        byte[] row = ListKeys.joined(keys.rows(resource.workspace()), place);
        byte[] before = batch.get(row);
        if (before != null && decode(before).payload() instanceof ResourceEvent<?> last) {
            T old = entry.resource().type().cast(last.resource());
            entries(entry, keys, old).forEach(batch::delete);
        }
        if (change.deletes() || hasLeft(resource)) {
            delete(entry, keys, resource, batch);
        } else {
            batch.put(row, value);
            batch.put(keys.id(resource.workspace(), resource.id()), place);
            entries(entry, keys, resource).forEach(key -> batch.put(key, NOTHING));
        }
    }

    private static <T extends Resource> void delete(
            AggregateType<?, ?, ?, T> entry, ListKeys keys, T resource, ProjectionBatch batch) {
        entries(entry, keys, resource).forEach(batch::delete);
        batch.delete(ListKeys.joined(keys.rows(resource.workspace()), ListKeys.place(resource)));
        batch.delete(keys.id(resource.workspace(), resource.id()));
    }

    private boolean hasLeft(Resource resource) {
        return resource instanceof ExpiringResource passing
                && passing.overSince().filter(since -> since.isBefore(leaving())).isPresent();
    }

    private Instant leaving() {
        return clock.instant().minus(kept);
    }

    @Override
    public void sweep(ProjectionSnapshot snapshot, ProjectionBatch batch) {
        for (AggregateType<?, ?, ?, ?> entry : entries) {
            if (ExpiringResource.class.isAssignableFrom(entry.resource().type())) {
                sweep(entry, snapshot, batch);
            }
        }
    }

    /** Reads of each workspace the rows that are old enough, which stand behind the others. */
    private <T extends Resource> void sweep(
            AggregateType<?, ?, ?, T> entry, ProjectionSnapshot snapshot, ProjectionBatch batch) {
        ListKeys keys = keys(entry);
        byte[] leaving = ListKeys.place(leaving());
        ProjectionRange rows = snapshot.range(keys.rows());
        byte[] row = rows.seek(new byte[0]);
        for (int swept = 0; row != null && swept < SWEPT_MAX; ) {
            byte[] first = ListKeys.placeBeside(row, leaving);
            if (Arrays.compareUnsigned(row, first) < 0) {
                row = rows.seek(first);
                continue;
            }
            if (readable(rows.value()) instanceof ResourceEvent<?> change
                    && hasLeft(change.resource())) {
                delete(entry, keys, entry.resource().type().cast(change.resource()), batch);
                swept++;
            }
            row = rows.seek(ProjectionRange.behind(row));
        }
    }

    /** The time of a row's event; null if it cannot be read, so that the sweep continues after it. */
    private @Nullable Record readable(byte[] row) {
        try {
            return decode(row).payload();
        } catch (UndecodableException _) {
            return null;
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
