package io.postrider.platform.streams;

import io.postrider.platform.views.Progress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The progress of an application in reading its changelogs into its stores. */
final class RestoreProgress implements StateRestoreListener {

    private final List<StateRestoreListener> others;
    private final Map<TopicPartition, Span> spans = new ConcurrentHashMap<>();

    private final LongAdder restoredRecords = new LongAdder();

    private record Span(long begin, long next, long end) {}

    /**
     * The initial progress.
     *
     * @param others listeners that get the same calls; Kafka Streams supports one only
     */
    RestoreProgress(List<? extends StateRestoreListener> others) {
        this.others = List.copyOf(others);
    }

    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long begin, long end) {
        spans.put(changelog, new Span(begin, begin, end));
        others.forEach(other -> other.onRestoreStart(changelog, store, begin, end));
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long last, long records) {
        spans.computeIfPresent(
                changelog, (_, span) -> new Span(span.begin(), last + 1, span.end()));
        others.forEach(other -> other.onBatchRestored(changelog, store, last, records));
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long records) {
        restoredRecords.add(records);
        spans.computeIfPresent(
                changelog, (_, span) -> new Span(span.begin(), span.end(), span.end()));
        others.forEach(other -> other.onRestoreEnd(changelog, store, records));
    }

    @Override
    public void onRestoreSuspended(TopicPartition changelog, String store, long records) {
        spans.remove(changelog);
    }

    long records() {
        return restoredRecords.sum();
    }

    Progress now(boolean caughtUp) {
        long restored = 0;
        long total = 0;
        for (Span span : spans.values()) {
            restored += span.next() - span.begin();
            total += span.end() - span.begin();
        }
        return new Progress(restored, total, caughtUp);
    }
}
