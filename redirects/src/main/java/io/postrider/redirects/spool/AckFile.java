package io.postrider.redirects.spool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Stores the position up to which Kafka has acknowledged a lane; may lag behind, since a record sent twice is deduplicated. */
final class AckFile {

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final long VALUE_AT = 0;
    private static final long CHECK_AT = 8;
    private static final int BYTES = 16;

    private final Arena arena;
    private final MemorySegment memory;

    private AckFile(Arena arena, MemorySegment memory) {
        this.arena = arena;
        this.memory = memory;
    }

    static AckFile open(Path file) throws IOException {
        Arena arena = Arena.ofShared();
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            if (channel.size() < BYTES) {
                channel.write(ByteBuffer.allocate(BYTES), 0);
            }
            return new AckFile(arena, channel.map(MapMode.READ_WRITE, 0, BYTES, arena));
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    /** A writer killed between the two words leaves an older acknowledgement in the second, which is as good. */
    long read() {
        long value = (long) LONG.get(memory, VALUE_AT);
        long check = ~(long) LONG.get(memory, CHECK_AT);
        return Math.max(0, Math.min(value, check));
    }

    void write(long sequence) {
        LONG.set(memory, VALUE_AT, sequence);
        LONG.setRelease(memory, CHECK_AT, ~sequence);
    }

    void unmap() {
        arena.close();
    }
}
