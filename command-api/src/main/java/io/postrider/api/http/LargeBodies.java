package io.postrider.api.http;

import io.postrider.runtime.limits.SharedCapacity;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Bounds how many large bodies are read at once, by all holders and by one of them: a body is in memory while it comes. A body
 * that does not say its length counts once it is large.
 */
final class LargeBodies {

    private static final int AT_ONCE_MAX = 16;

    private final SharedCapacity slots = SharedCapacity.ofWorkspaces(AT_ONCE_MAX);

    /** There is no slot for a body. */
    static final class RefusedException extends RuntimeException {

        private final transient Problem problem;

        private RefusedException(Problem problem) {
            super(problem.code(), null, false, false);
            this.problem = problem;
        }

        Problem problem() {
            return problem;
        }
    }

    /**
     * Reads a body within a slot, if it is large.
     *
     * @param length in bytes; negative if the request does not say it
     * @param reading is given the body, which fails with {@link RefusedException} where there is no slot
     */
    <T> Mono<T> counted(
            String holder,
            long length,
            Flux<DataBuffer> body,
            Function<Flux<DataBuffer>, Mono<T>> reading) {
        return Mono.using(
                () -> new Count(holder),
                count -> reading.apply(count.of(length, body)),
                Count::release);
    }

    /** The bytes of one body, and the slot that it has. */
    private final class Count {

        private final String holder;
        private boolean slot;
        private boolean over;
        private long bytes;

        private Count(String holder) {
            this.holder = holder;
        }

        Flux<DataBuffer> of(long length, Flux<DataBuffer> body) {
            return Flux.defer(() -> {
                takeIfLarge(length);
                return body.doOnNext(this::count);
            });
        }

        private void count(DataBuffer buffer) {
            bytes += buffer.readableByteCount();
            try {
                takeIfLarge(bytes);
            } catch (RefusedException e) {
                DataBufferUtils.release(buffer);
                throw e;
            }
        }

        private synchronized void takeIfLarge(long size) {
            // A request that has ended gives nothing back any more.
            if (size <= ApiRoute.BODY_BYTES_MAX || slot || over) {
                return;
            }
            slot =
                    switch (slots.take(holder, 1)) {
                        case GRANTED -> true;
                        case SHARE_EXCEEDED -> throw new RefusedException(overShare());
                        case TOTAL_EXCEEDED -> throw new RefusedException(overloaded());
                    };
        }

        private synchronized void release() {
            over = true;
            if (slot) {
                slot = false;
                slots.release(holder, 1);
            }
        }
    }

    private static Problem overShare() {
        return Problem.of(
                        429,
                        "too_many_large_bodies",
                        "The workspace sends as many large bodies at once as it may.")
                .retryAfter(1);
    }

    private static Problem overloaded() {
        return Problem.unavailable("overloaded", "Too many large bodies are being read.");
    }
}
