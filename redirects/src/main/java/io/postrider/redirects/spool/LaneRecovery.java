package io.postrider.redirects.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Determines from the files of a lane which records are complete and where the lane ends. */
final class LaneRecovery {

    static final String SUFFIX = ".segment";

    private static final String ACK_FILE = "acknowledged";
    private static final Logger LOGGER = LoggerFactory.getLogger(LaneRecovery.class);

    private final LaneLog log;
    private final CRC32C crc = new CRC32C();
    private final List<Segment> chain = new ArrayList<>();
    private boolean clean = true;

    private LaneRecovery(LaneLog log) {
        this.log = log;
    }

    /**
     * A recovered lane.
     *
     * @param clean whether every file is as a writer leaves it, killed or not; only then may its numbering continue
     */
    record Recovered(LaneLog log, boolean clean) {

        boolean pending() {
            return log.pendingRecords() > 0;
        }
    }

    static Recovered recover(LaneId id, Path folder) throws IOException {
        AckFile ackFile = AckFile.open(folder.resolve(ACK_FILE));
        LaneRecovery recovery = new LaneRecovery(new LaneLog(id, folder, ackFile));
        for (Path file : segmentFiles(folder)) {
            recovery.take(file);
        }
        recovery.finish(ackFile.read());
        return new Recovered(recovery.log, recovery.clean);
    }

    private static List<Path> segmentFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
        }
    }

    private void take(Path file) throws IOException {
        Segment last = chain.isEmpty() ? null : chain.getLast();
        long base = last == null ? 0 : last.base() + last.bytes();
        long ordinal = ordinalOf(file);
        Segment segment = Segment.open(file, ordinal, base);
        if (segment.isBlank()) {
            segment.delete();
        } else if (ordinal > 0
                && segment.isIntact()
                && (last == null || segment.first() >= last.first())) {
            chain.add(segment);
            log.adopt(segment);
        } else {
            segment.unmap();
            noteCorrupt("A spool segment is unreadable; skipping it", file, 1);
        }
    }

    private static long ordinalOf(Path file) {
        String name = file.getFileName().toString();
        String digits = name.substring(0, name.length() - SUFFIX.length());
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
    }

    private void finish(long acknowledged) {
        if (chain.isEmpty()) {
            log.restore(acknowledged, 0, acknowledged);
            return;
        }
        Segment last = chain.getLast();
        long sequence = last.first();
        long position = Segment.START;
        int length = last.lengthAt(position);
        while (length > 0 && last.payload(position, length, sequence, crc) != null) {
            sequence++;
            position += Segment.frameBytes(length);
            length = last.lengthAt(position);
        }
        if (length == 0) {
            last.clearFrom(position);
        } else {
            noteCorrupt("A spool segment is damaged; truncating it at the damaged record", last, 1);
        }
        restore(sequence - 1, last.base() + position, acknowledged);
    }

    /** An acknowledgement beyond the end means that records are missing here: the remaining ones are sent again. */
    private void restore(long lastSequence, long end, long acknowledged) {
        long beforeFirst = chain.getFirst().first() - 1;
        boolean beyondEnd = acknowledged > lastSequence;
        if (beyondEnd) {
            noteCorrupt("A spool lane ends before its acknowledged position", chain.getLast(), 0);
        }
        log.restore(
                lastSequence, end, beyondEnd ? beforeFirst : Math.max(acknowledged, beforeFirst));
    }

    private void noteCorrupt(String message, Object place, long records) {
        clean = false;
        log.addCorrupt(records);
        LOGGER.atWarn()
                .addKeyValue("lane", log.id().name())
                .addKeyValue("segment", place)
                .log(message);
    }
}
