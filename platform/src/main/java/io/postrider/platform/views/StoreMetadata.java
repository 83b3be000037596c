package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Table 0x00 of a store: the sources and positions of its data. */
public final class StoreMetadata {

    private static final byte[] LAYOUT = {0x00, 0x01};
    private static final byte[] BOOKMARKS = {0x00, 0x02};
    private static final byte[] TOPIC_IDS = {0x00, 0x03};

    private final ProjectionStore store;

    public StoreMetadata(ProjectionStore store) {
        this.store = store;
    }

    static byte[] key(TopicPartition partition) {
        byte[] topic = partition.topic().getBytes(UTF_8);
        return ByteBuffer.allocate(BOOKMARKS.length + topic.length + Integer.BYTES)
                .put(BOOKMARKS)
                .put(topic)
                .putInt(partition.partition())
                .array();
    }

    private static TopicPartition partition(byte[] key) {
        int topicBytes = key.length - BOOKMARKS.length - Integer.BYTES;
        String topic = new String(key, BOOKMARKS.length, topicBytes, UTF_8);
        return new TopicPartition(
                topic, ByteBuffer.wrap(key).getInt(BOOKMARKS.length + topicBytes));
    }

    public Map<TopicPartition, AppliedOffset> bookmarks() {
        Map<TopicPartition, AppliedOffset> bookmarks = new HashMap<>();
        ProjectionPage page = store.range(BOOKMARKS, null, ProjectionStore.LARGEST_PAGE);
        note(page, bookmarks);
        while (page.hasMore()) {
            page = store.range(BOOKMARKS, page.lastKey(), ProjectionStore.LARGEST_PAGE);
            note(page, bookmarks);
        }
        return bookmarks;
    }

    private static void note(ProjectionPage page, Map<TopicPartition, AppliedOffset> bookmarks) {
        for (ProjectionPage.Entry entry : page.entries()) {
            bookmarks.put(partition(entry.key()), AppliedOffset.decode(entry.value()));
        }
    }

    Optional<Uuid> topicId(String topic) {
        return Optional.ofNullable(store.get(topicIdKey(topic)))
                .map(bytes -> Uuid.fromString(new String(bytes, UTF_8)));
    }

    void setTopicId(String topic, Uuid id) {
        store.writeOwn(topicIdKey(topic), id.toString().getBytes(UTF_8));
    }

    private static byte[] topicIdKey(String topic) {
        byte[] name = topic.getBytes(UTF_8);
        return ByteBuffer.allocate(TOPIC_IDS.length + name.length).put(TOPIC_IDS).put(name).array();
    }

    public Optional<String> layout() {
        return Optional.ofNullable(store.get(LAYOUT)).map(bytes -> new String(bytes, UTF_8));
    }

    public void setLayout(String layout) {
        store.writeOwn(LAYOUT, layout.getBytes(UTF_8));
    }

    /** A line that changes if a view, its layout or its topics change. */
    static String layoutOf(List<Projection> views) {
        String[] lines =
                views.stream()
                        .map(view ->
                                view.layout()
                                        + view.topics().stream()
                                                .map(topic -> topic.name())
                                                .sorted()
                                                .toList())
                        .toArray(String[]::new);
        Arrays.sort(lines);
        return String.join("\n", lines);
    }
}
