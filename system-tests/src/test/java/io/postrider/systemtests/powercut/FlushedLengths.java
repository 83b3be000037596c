package io.postrider.systemtests.powercut;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How much of each log file of a broker a power cut leaves: {@code length path}, a line for each flush. */
final class FlushedLengths {

    private static final String LOG = ".log";

    private final Writer writer;

    private FlushedLengths(Writer writer) {
        this.writer = writer;
    }

    static FlushedLengths writeTo(Path file) throws IOException {
        BufferedWriter writer =
                Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        return new FlushedLengths(writer);
    }

    /** A line that is written outlives the process, as the file that it tells of does. */
    synchronized void add(Path log, long length) {
        try {
            writer.write(length + " " + log.toAbsolutePath() + "\n");
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Cuts every log file below a folder to what was flushed of it.
     *
     * @return the bytes that are gone, by the name of the topic partition
     */
    static Map<String, Long> cut(Path file, Path folder) throws IOException {
        Map<Path, Long> flushed = read(file);
        Map<String, Long> lost = new HashMap<>();
        for (Path log : logs(folder)) {
            try (FileChannel channel = FileChannel.open(log, StandardOpenOption.WRITE)) {
                long kept = flushed.getOrDefault(log.toAbsolutePath(), 0L);
                if (channel.size() > kept) {
                    Path partition = Objects.requireNonNull(log.getParent()).getFileName();
                    lost.merge(partition.toString(), channel.size() - kept, Long::sum);
                    channel.truncate(kept);
                }
            }
        }
        return lost;
    }

    private static Map<Path, Long> read(Path file) throws IOException {
        Map<Path, Long> lengths = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            int space = line.indexOf(' ');
            lengths.merge(
                    Path.of(line.substring(space + 1)),
                    Long.parseLong(line.substring(0, space)),
                    Math::max);
        }
        return lengths;
    }

    private static List<Path> logs(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> path.toString().endsWith(LOG)).toList();
        }
    }
}
