package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.schemas.Topic;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A view for tests: every record by its place, and how many there are of each key. */
class NotesView implements Projection {

    static final String POISON = "poison";

    private final int table;
    private final Set<Topic> topics;
    private final String layout;

    NotesView(int table, Topic... topics) {
        this(table, "notes " + table, topics);
    }

    NotesView(int table, String layout, Topic... topics) {
        this.table = table;
        this.layout = layout;
        this.topics = Set.of(topics);
    }

    @Override
    public Set<Topic> topics() {
        return topics;
    }

    @Override
    public String layout() {
        return layout;
    }

    @Override
    public void apply(ConsumerRecord<byte[], byte[]> record, ProjectionBatch batch) {
        String key = new String(record.key(), UTF_8);
        batch.put(place(record.topic(), record.partition(), record.offset()), record.value());
        batch.add(count(key), 1);
        if (new String(record.value(), UTF_8).equals(POISON)) {
            throw new IllegalArgumentException("Cannot take " + POISON);
        }
    }

    final byte[] place(String topic, int partition, long offset) {
        return ProjectionKey.table(table)
                .octet(1)
                .text(topic)
                .number(partition)
                .number(offset)
                .bytes();
    }

    final byte[] count(String key) {
        return ProjectionKey.table(table).octet(2).text(key).bytes();
    }

    byte[] places() {
        return ProjectionKey.table(table).octet(1).bytes();
    }
}
