package io.postrider.models;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.Bounds;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The limits of completions on this node: concurrent calls, memory, and threads that read and write it. A tenant may use a
 * quarter of the calls and of the memory.
 */
final class CompletionBulkhead implements AutoCloseable {

    private static final int BYTES_MAX = HeapBounds.COMPLETIONS;

    /** Texts of megabytes are parsed on these threads, not on those of connections or decisions. */
    private static final int THREADS = 4;

    /** Each call has a task or two at a time, and there are 10,000 calls at most. */
    private static final int TASKS_PER_THREAD_MAX = 10_000;

    /** Longer than a caller may take to read a response. */
    private static final Duration HELD_MAX = ApiResponse.TIME_MAX.plusMinutes(1);

    private final Scheduler threads =
            Schedulers.newBoundedElastic(THREADS, TASKS_PER_THREAD_MAX, "completions", 60, true);

    private final SharedCapacity calls;
    private final SharedCapacity bytes = SharedCapacity.ofTenants(BYTES_MAX);

    CompletionBulkhead(int callsMax) {
        this.calls = SharedCapacity.ofTenants(callsMax);
    }

    /** Shows how much of it is used. */
    void show(Bounds bounds) {
        bounds.show("completions", calls);
        bounds.show("completion_bytes", bytes);
    }

    /** The capacity taken by one call; returning it twice has no further effect. */
    final class Taken {

        private final String tenant;
        private final Disposable.Swap limit = Disposables.swap();
        private int callsHeld;
        private int held;
        private boolean kept;
        private boolean over;

        private Taken(String tenant, int callsHeld) {
            this.tenant = tenant;
            this.callsHeld = callsHeld;
        }

        /** Takes memory, or returns the problem. */
        synchronized Optional<Problem> take(int count) {
            return over
                    ? Optional.of(overloaded())
                    : refusal(
                            bytes.take(tenant, count),
                            () -> held += count,
                            "The completions in the workspaces of the owner use too much memory on this"
                                    + " node.");
        }

        /** Returns some of the memory, unless all of it was returned. */
        synchronized void giveBack(int count) {
            if (!over) {
                held -= count;
                bytes.release(tenant, count);
            }
        }

        /** The capacity is held beyond the response's head: its holder returns it. */
        synchronized void keep() {
            kept = true;
        }

        /** The same stream, which holds the capacity until its last event. */
        ApiResponse.Stream untilEnd(ApiResponse.Stream stream) {
            keepForSome();
            return stream.with(
                    stream.events()
                            .doOnNext(event -> {
                                if (CompletionEvents.isLast(event)) {
                                    giveBack();
                                }
                            })
                            .doFinally(_ -> giveBack()));
        }

        /** The call is over, so that its caller may make another; a whole answer is in memory until it is sent. */
        private synchronized ApiResponse untilSent(ApiResponse answer) {
            if (kept
                    || !(answer instanceof ApiResponse.Reply
                            || answer instanceof ApiResponse.Parts)) {
                return answer;
            }
            keepForSome();
            calls.release(tenant, callsHeld);
            callsHeld = 0;
            return parts(answer).releasing(this::giveBack);
        }

        /** Also released if the response is never sent. */
        private synchronized void keepForSome() {
            keep();
            limit.update(
                    Schedulers.parallel()
                            .schedule(this::giveBack, HELD_MAX.toMillis(), TimeUnit.MILLISECONDS));
        }

        private synchronized void end() {
            if (!kept) {
                giveBack();
            }
        }

        synchronized void giveBack() {
            if (!over) {
                over = true;
                limit.dispose();
                bytes.release(tenant, held);
                calls.release(tenant, callsHeld);
            }
        }
    }

    /**
     * Runs a call with its capacity, from the beginning until its response is complete or its caller has disconnected. The call
     * is released before the response is passed on, so that the caller can send the next one; the memory of a response in one
     * piece is released when it is sent.
     *
     * @param count bytes that it holds from the start
     */
    Mono<ApiResponse> within(String tenant, int count, Function<Taken, Mono<ApiResponse>> work) {
        return begin(tenant, count)
                .answer(taken ->
                        Mono.using(
                                () -> taken,
                                held -> work.apply(held).map(held::untilSent),
                                Taken::end));
    }

    /** Memory without a call, taken on demand, for data collected beside a call. */
    Taken memoryOf(String tenant) {
        return new Taken(tenant, 0);
    }

    /** The threads for large texts. */
    Scheduler threads() {
        return threads;
    }

    private static ApiResponse.Parts parts(ApiResponse answer) {
        return switch (answer) {
            case ApiResponse.Parts parts -> parts;
            case ApiResponse.Reply reply -> {
                byte[] body = Objects.requireNonNullElse(reply.body(), new byte[0]);
                yield new ApiResponse.Parts(
                        200, body.length, Flux.just(body), reply.type(), reply.headers(), () -> {});
            }
            case ApiResponse.Stream _, Problem _ ->
                    throw new IllegalArgumentException("no whole answer: " + answer);
        };
    }

    private Validated<Taken> begin(String tenant, int count) {
        Optional<Problem> noCall =
                refusal(
                        calls.take(tenant, 1),
                        () -> {},
                        "The workspaces of the owner have too many completions in progress on this"
                                + " node.");
        if (noCall.isPresent()) {
            return Validated.refused(noCall.get());
        }
        Taken taken = new Taken(tenant, 1);
        Optional<Problem> noMemory = taken.take(count);
        noMemory.ifPresent(_ -> taken.giveBack());
        return noMemory.<Validated<Taken>>map(Validated::refused).orElse(Validated.valid(taken));
    }

    /** The memory that a tenant's completions hold, for tests. */
    int bytesOf(String tenant) {
        return bytes.heldBy(tenant);
    }

    @Override
    public void close() {
        threads.dispose();
    }

    /** Nothing is under way, for tests. */
    boolean isWhole() {
        return calls.taken() == 0 && bytes.taken() == 0;
    }

    private static Optional<Problem> refusal(
            SharedCapacity.Grant grant, Runnable granted, String overShare) {
        return switch (grant) {
            case GRANTED -> {
                granted.run();
                yield Optional.empty();
            }
            case SHARE_EXCEEDED ->
                    Optional.of(Problem.of(429, "too_many_completions", overShare).retryAfter(1));
            case TOTAL_EXCEEDED -> Optional.of(overloaded());
        };
    }

    static Problem overloaded() {
        return Problem.unavailable(
                "overloaded", "Too many completions are in progress on this node.");
    }
}
