package io.postrider.redirects.spool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One memory-mapped file of a lane: a header with the sequence of its first record, then frames
 * {@code [length][crc32c][payload]} back to back, each padded to eight bytes; a length of zero ends them.
 */
final class Segment {

    static final int ALIGNMENT = 8;
    static final int START = 64;
    static final String UNFINISHED = ".new";

    private static final int FRAME_HEADER = 8;
    private static final int PAGE = 4096;
    private static final int ZEROS = 1 << 16;
    private static final long MAGIC = 0x31304c4f4f505350L;
    private static final long MAGIC_AT = 0;
    private static final long FIRST_AT = 8;
    private static final long CHECK_AT = 16;
    private static final VarHandle INT =
            ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();
    private static final VarHandle LONG =
            ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN).varHandle();

    private final Path file;
    private final long ordinal;
    private final long base;
    private final Arena arena;
    private final MemorySegment memory;
    private volatile @Nullable Segment next;

    private Segment(Path file, long ordinal, long base, Arena arena, MemorySegment memory) {
        this.file = file;
        this.ordinal = ordinal;
        this.base = base;
        this.arena = arena;
        this.memory = memory;
    }

    /**
     * Creates a segment whose blocks exist on the disk and whose pages are writable, so that a full disk shows here and not as
     * a fault in the middle of an append.
     */
    static Segment create(Path file, long ordinal, long base, long bytes) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
        try {
            writeBlank(unfinished, bytes);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(unfinished);
            throw e;
        }
        Segment segment = open(file, ordinal, base);
        for (long at = START; at < bytes; at += PAGE) {
            segment.memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
        }
        return segment;
    }

    static Segment open(Path file, long ordinal, long base) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment memory = channel.map(MapMode.READ_WRITE, 0, channel.size(), arena);
            return new Segment(file, ordinal, base, arena, memory);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    private static void writeBlank(Path file, long bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(ZEROS).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = bytes; left > 0; ) {
                left -= channel.write(buffer.clear().limit((int) Math.min(left, ZEROS)));
            }
            channel.write(buffer.clear().putLong(MAGIC).flip(), MAGIC_AT);
        }
    }

    static int frameBytes(int length) {
        return (FRAME_HEADER + length + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** The checksum includes the sequence number, so a frame at the wrong position is detected. */
    static int checksum(CRC32C crc, long sequence, byte[] buffer, int offset, int length) {
        crc.reset();
        crc.update(buffer, offset, length);
        return (int) crc.getValue() ^ (int) sequence;
    }

    long ordinal() {
        return ordinal;
    }

    /** The position of this segment in its lane, in bytes. */
    long base() {
        return base;
    }

    long bytes() {
        return memory.byteSize();
    }

    /** The segment that follows; null while this is the lane's last. */
    @Nullable Segment next() {
        return next;
    }

    void link(Segment successor) {
        next = successor;
    }

    /** A spare that no writer has begun to use. */
    boolean isBlank() {
        return hasMagic() && first() == 0;
    }

    boolean isIntact() {
        return hasMagic() && first() > 0 && (long) LONG.get(memory, CHECK_AT) == ~first();
    }

    private boolean hasMagic() {
        return memory.byteSize() >= START && (long) LONG.get(memory, MAGIC_AT) == MAGIC;
    }

    /** The sequence of the first record; zero before {@link #activate}. */
    long first() {
        return (long) LONG.getAcquire(memory, FIRST_AT);
    }

    void activate(long first) {
        LONG.set(memory, CHECK_AT, ~first);
        LONG.setRelease(memory, FIRST_AT, first);
    }

    boolean fits(long position, int length) {
        return position + frameBytes(length) <= memory.byteSize();
    }

    /** The length is stored last: a process killed before it leaves no frame. */
    void write(long position, byte[] buffer, int offset, int length, int checksum) {
        MemorySegment.copy(
                buffer, offset, memory, ValueLayout.JAVA_BYTE, position + FRAME_HEADER, length);
        INT.set(memory, position + Integer.BYTES, checksum);
        INT.setRelease(memory, position, length);
    }

    /** The length of the frame at a position; zero after the last one, below zero when no frame can be there. */
    int lengthAt(long position) {
        long room = memory.byteSize() - position - FRAME_HEADER;
        if (room < 0) {
            return 0;
        }
        int length = (int) INT.getAcquire(memory, position);
        return length <= room ? length : -1;
    }

    /** The payload of the frame at a position, or null if it is damaged. */
    byte @Nullable [] payload(long position, int length, long sequence, CRC32C crc) {
        byte[] payload = new byte[length];
        MemorySegment.copy(
                memory, ValueLayout.JAVA_BYTE, position + FRAME_HEADER, payload, 0, length);
        int stored = (int) INT.get(memory, position + Integer.BYTES);
        return stored == checksum(crc, sequence, payload, 0, length) ? payload : null;
    }

    /** Clears the bytes of a killed writer after the last frame, which could be misread as a length later. */
    void clearFrom(long position) {
        if (position < memory.byteSize()) {
            memory.asSlice(position).fill((byte) 0);
        }
    }

    void force(long from, long to) {
        memory.asSlice(from, to - from).force();
    }

    void unmap() {
        arena.close();
    }

    void delete() throws IOException {
        unmap();
        Files.deleteIfExists(file);
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
