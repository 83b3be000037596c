package io.postrider.web.server;

import io.postrider.web.problem.Problem;
import java.util.Arrays;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The bytes of one body while it arrives, in one array. The buffers of the server are copied and released as they arrive: many
 * of a few bytes each would use far more memory than is counted.
 */
public final class BodyBytes {

    private static final byte[] NONE = new byte[0];

    private final MemoryBudget.Share share;
    private final int bytesMax;
    private byte[] bytes = NONE;
    private int size;
    private boolean released;

    /** A body that is not read further, with the response to its sender. */
    public static final class RefusedException extends RuntimeException {

        private final transient Problem problem;

        RefusedException(Problem problem) {
            super(problem.code(), null, false, false);
            this.problem = problem;
        }

        public Problem problem() {
            return problem;
        }
    }

    private BodyBytes(MemoryBudget.Share share, int bytesMax) {
        this.share = share;
        this.bytesMax = bytesMax;
    }

    /**
     * Reads a body within a share, which gets its bytes back when the body is parsed, or is not read further for any reason.
     *
     * @param length length in bytes, which are taken at once; negative if the request does not declare it
     * @param bytesMax maximum length in bytes
     * @return fails with {@link RefusedException} if the body or the share is too large
     */
    public static <T> Mono<T> read(
            Flux<DataBuffer> sent,
            long length,
            int bytesMax,
            MemoryBudget.Share share,
            Function<byte[], T> parse) {
        return Mono.using(
                () -> new BodyBytes(share, bytesMax),
                body -> body.gathered(sent, length).map(parse),
                BodyBytes::release);
    }

    private Mono<byte[]> gathered(Flux<DataBuffer> sent, long length) {
        return Flux.defer(
                        () -> {
                            reserve(Math.clamp(length, 0, bytesMax));
                            return sent;
                        })
                .handle((buffer, _) -> add(buffer))
                .then(Mono.fromSupplier(this::whole));
    }

    private synchronized void add(DataBuffer buffer) {
        try {
            int more = buffer.readableByteCount();
            if (more > bytesMax - size) {
                throw new RefusedException(tooLarge(bytesMax));
            }
            // A request that has ended returns nothing any more.
            if (!released) {
                reserve(size + more);
                buffer.read(bytes, size, more);
                size += more;
            }
        } finally {
            DataBufferUtils.release(buffer);
        }
    }

    private synchronized void reserve(int needed) {
        if (needed <= bytes.length || released) {
            return;
        }
        int length = Math.max(needed, Math.min(bytesMax, 2 * bytes.length));
        share.take(length - bytes.length)
                .ifPresent(problem -> {
                    throw new RefusedException(problem);
                });
        bytes = Arrays.copyOf(bytes, length);
    }

    private synchronized byte[] whole() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    /** Releases the bytes too, since operators keep this object for as long as the request lasts. */
    private synchronized void release() {
        if (!released) {
            released = true;
            share.release(bytes.length);
            bytes = NONE;
        }
    }

    public static Problem tooLarge(int bytesMax) {
        return Problem.of(
                413, "body_too_large", "Expected a body of at most " + (bytesMax >> 10) + " KiB.");
    }
}
