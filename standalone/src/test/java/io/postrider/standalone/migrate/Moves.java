package io.postrider.standalone.migrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.platform.migration.Destination;
import io.postrider.platform.migration.StoreMigration;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Moves the entries of an application from the second of two partitions to seven. */
final class Moves implements Destination {

    static final int FROM = 1;
    static final int SOURCES = 2;
    static final int PARTITIONS = 7;
    static final long PROCESSED = 40;

    private final String application;
    private final Map<String, TreeMap<String, byte[]>> stores = new HashMap<>();
    private List<Entry> moved = new ArrayList<>();

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Entry(int partition, byte[] key, byte[] value) {

        String keyText() {
            return new String(key, UTF_8);
        }
    }

    Moves(String application) {
        this.application = application;
    }

    Moves with(String store, byte[] key, byte[] value) {
        stores.computeIfAbsent(store, _ -> new TreeMap<>())
                .put(HexFormat.of().formatHex(key), value);
        return this;
    }

    /** What becomes of an entry of a store. */
    List<Entry> of(String store, byte[] key, byte[] value) {
        moved = new ArrayList<>();
        with(store, key, value);
        StorePlan.all().stream()
                .filter(each ->
                        each.application().equals(application) && each.store().equals(store))
                .map(StoreMigration::rule)
                .findFirst()
                .orElseThrow()
                .move(key, value, this);
        return moved;
    }

    static int partition(String aggregate) {
        return new Partitions(PARTITIONS).of(aggregate);
    }

    @Override
    public int from() {
        return FROM;
    }

    @Override
    public int sources() {
        return SOURCES;
    }

    @Override
    public Partitions partitions() {
        return new Partitions(PARTITIONS);
    }

    @Override
    public void put(int partition, byte[] key, byte[] value) {
        moved.add(new Entry(partition, key, value));
    }

    @Override
    public byte @Nullable [] find(String store, byte[] key) {
        return stores.getOrDefault(store, new TreeMap<>()).get(HexFormat.of().formatHex(key));
    }

    @Override
    public byte @Nullable [] last(String store) {
        TreeMap<String, byte[]> entries = stores.getOrDefault(store, new TreeMap<>());
        return entries.isEmpty() ? null : HexFormat.of().parseHex(entries.lastKey());
    }

    @Override
    public long processed(Topic topic, int partition) {
        return PROCESSED;
    }
}
