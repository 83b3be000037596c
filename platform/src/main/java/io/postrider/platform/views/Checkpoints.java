package io.postrider.platform.views;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;

/** The file in which a task finds the offsets from which its stores are restored. */
public final class Checkpoints {

    private static final String FILE = ".checkpoint";

    private Checkpoints() {}

    /**
     * Sets the offset from which Kafka Streams restores a store. It reads the file right after the stores of a task are
     * initialized.
     *
     * @param folder of the task
     * @param offset the last one that the store has; negative if it has none
     */
    public static void write(File folder, TopicPartition changelog, long offset) {
        try {
            OffsetCheckpoint file = new OffsetCheckpoint(new File(folder, FILE));
            Map<TopicPartition, Long> offsets = new HashMap<>(file.read());
            offsets.remove(changelog);
            if (offset >= 0) {
                offsets.put(changelog, offset);
            }
            file.write(offsets);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
