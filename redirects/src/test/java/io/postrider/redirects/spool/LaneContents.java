package io.postrider.redirects.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What a lane holds: its records as its reader finds them, and its files. */
final class LaneContents {

    private LaneContents() {}

    /** Reads to the end and returns the sequences that were found, each with the payload that belongs to it. */
    static List<Long> readAll(LaneReader reader) {
        List<Long> sequences = new ArrayList<>();
        for (SpooledRecord record = reader.read(); record != null; record = reader.read()) {
            assertThat(record.payload())
                    .isEqualTo(Payloads.of(reader.id().lane(), record.sequence()));
            sequences.add(record.sequence());
        }
        return sequences;
    }

    static List<Long> readAll(ClickSpool spool, int lane) {
        return readAll(spool.readers().get(lane));
    }

    /** Reads all that a node has left in its first lane; nothing when the lane is gone. */
    static List<Long> readAll(ClickSpool spool, String node) {
        return spool.readers().stream()
                .filter(reader -> reader.id().equals(new LaneId(node, 0)))
                .findFirst()
                .map(LaneContents::readAll)
                .orElse(List.of());
    }

    static void acknowledge(LaneReader reader, long sequence) {
        reader.rewind();
        while (reader.sequence() <= sequence) {
            assertThat(reader.read()).isNotNull();
        }
        reader.acknowledge(sequence, reader.place());
    }

    static List<Path> segments(Path spool, String node, int lane) throws IOException {
        Path folder = spool.resolve(node).resolve(Integer.toString(lane));
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(LaneRecovery.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    static List<Long> range(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }
}
