package io.postrider.redirects.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Stores the clicks of answered redirects on the local disk until Kafka has them.
 *
 * <p>An appended record survives the end of the process at once, and a power cut after it was forced to the disk. Close the
 * {@link SpoolDrainer} first, and do not append before closing.
 */
public final class ClickSpool implements AutoCloseable {

    private final SpoolFolder folder;
    private final String nodeId;
    private final DrainSignal signal = new DrainSignal();
    private final List<LaneLog> logs = new ArrayList<>();
    private final List<SpoolLane> lanes = new ArrayList<>();
    private final List<LaneReader> readers = new ArrayList<>();
    private final SpoolKeeper keeper;
    private boolean closed;

    private ClickSpool(
            SpoolFolder folder, SpoolSettings settings, SpoolLeftovers found, BooleanSupplier room)
            throws IOException {
        this.folder = folder;
        this.nodeId = found.nodeId();
        List<Segment> ends = new ArrayList<>();
        for (int lane = 0; lane < settings.lanes(); lane++) {
            LaneLog log = found.takeLane(lane);
            logs.add(log);
            ends.add(log.openForWriting(settings.segmentBytes()));
        }
        logs.addAll(found.rest());
        keeper = new SpoolKeeper(settings, logs, room);
        for (Segment end : ends) {
            lanes.add(new SpoolLane(logs.get(lanes.size()), end, keeper, signal, settings));
        }
        for (LaneLog log : logs) {
            readers.add(new LaneReader(log));
        }
        keeper.start();
    }

    /**
     * Opens the spool in a folder that no other process uses.
     *
     * @throws IllegalStateException when another process uses the folder
     * @throws UncheckedIOException when the file system fails; damaged files of the spool are no such failure
     */
    public static ClickSpool open(Path dir, SpoolSettings settings) {
        return open(dir, settings, () -> true);
    }

    /**
     * The same on a disk that can become full.
     *
     * @param room whether the spool may grow; otherwise it fills the segments that it has
     */
    public static ClickSpool open(Path dir, SpoolSettings settings, BooleanSupplier room) {
        try {
            return open(dir, settings, NodeIdentity.currentBoot(), room);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot open the click spool in " + dir, e);
        }
    }

    static ClickSpool open(Path dir, SpoolSettings settings, String boot) throws IOException {
        return open(dir, settings, boot, () -> true);
    }

    private static ClickSpool open(
            Path dir, SpoolSettings settings, String boot, BooleanSupplier room)
            throws IOException {
        SpoolFolder folder = SpoolFolder.claim(dir);
        try {
            return new ClickSpool(folder, settings, SpoolLeftovers.find(folder, boot), room);
        } catch (IOException | RuntimeException e) {
            folder.close();
            throw e;
        }
    }

    /** Names this spool in the identity of its clicks; new when the folder is new or may have lost records. */
    public String nodeId() {
        return nodeId;
    }

    /** The lane of one event loop: 0 to the number of lanes in the settings. */
    public SpoolLane lane(int index) {
        return lanes.get(index);
    }

    /** The number of records ever appended, in this run or before. */
    public long appendedRecords() {
        return sum(LaneLog::appended);
    }

    /** The number of records that wait for an acknowledgement, including those in flight. */
    public long pendingRecords() {
        return sum(LaneLog::pendingRecords);
    }

    /** The bytes of these records. */
    public long pendingBytes() {
        return sum(LaneLog::pendingBytes);
    }

    /** The age of the oldest record that waits for an acknowledgement, to the second. */
    public Duration oldestPending() {
        long now = System.nanoTime();
        return Duration.ofNanos(
                logs.stream().mapToLong(log -> log.oldestNanos(now)).max().orElse(0));
    }

    /** The number of rejected appends since the spool was opened. */
    public long rejected() {
        return sum(LaneLog::rejected);
    }

    /** The number of damaged records, or whole unreadable segments, skipped since the spool was opened. */
    public long corrupt() {
        return sum(LaneLog::corrupt);
    }

    /** Completes when the thread of the file work has died of an error: then every lane fills up, and refuses clicks. */
    public CompletableFuture<@Nullable Void> dead() {
        return keeper.dead();
    }

    private long sum(ToLongFunction<LaneLog> gauge) {
        return logs.stream().mapToLong(gauge).sum();
    }

    List<LaneReader> readers() {
        return List.copyOf(readers);
    }

    DrainSignal signal() {
        return signal;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        lanes.forEach(SpoolLane::close);
        keeper.stop();
        logs.forEach(LaneLog::unmap);
        try {
            folder.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot release the click spool's folder", e);
        }
    }
}
