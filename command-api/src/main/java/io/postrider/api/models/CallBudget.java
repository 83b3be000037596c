package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import io.postrider.runtime.limits.SharedCapacity;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * What completions may take of this node together: a number of calls at once, and memory for what they hold. One workspace
 * takes a quarter of each.
 */
final class CallBudget {

    private static final int BYTES_MAX = 64 << 20;

    private final SharedCapacity calls;
    private final SharedCapacity bytes = SharedCapacity.ofWorkspaces(BYTES_MAX);

    CallBudget(int callsMax) {
        this.calls = SharedCapacity.ofWorkspaces(callsMax);
    }

    /** What one call has taken; giving it back twice gives it back once. */
    final class Taken {

        private final String workspace;
        private int held;
        private boolean kept;
        private boolean over;

        private Taken(String workspace) {
            this.workspace = workspace;
        }

        /** Takes memory, or tells why there is none. */
        synchronized Optional<Problem> take(int count) {
            return over
                    ? Optional.of(overloaded())
                    : refusal(
                            bytes.take(workspace, count),
                            () -> held += count,
                            "The workspace's completions hold as much memory as they may.");
        }

        /** What is held outlives the answer's head: whoever holds it gives it back. */
        synchronized void keep() {
            kept = true;
        }

        private synchronized void end() {
            if (!kept) {
                giveBack();
            }
        }

        synchronized void giveBack() {
            if (!over) {
                over = true;
                bytes.release(workspace, held);
                calls.release(workspace, 1);
            }
        }
    }

    /**
     * Makes an answer with what it takes, from before the first of it is waited for until it is made, or nobody waits for it
     * any more. What it took is free again before the answer goes on, so that whoever has it may ask again.
     *
     * @param count what it holds from the start
     */
    Mono<Answer> within(String workspace, int count, Function<Taken, Mono<Answer>> work) {
        return begin(workspace, count).answer(taken -> Mono.using(() -> taken, work, Taken::end));
    }

    private Checked<Taken> begin(String workspace, int count) {
        Optional<Problem> noCall =
                refusal(
                        calls.take(workspace, 1),
                        () -> {},
                        "The workspace has as many completions under way as it may.");
        if (noCall.isPresent()) {
            return Checked.refused(noCall.get());
        }
        Taken taken = new Taken(workspace);
        Optional<Problem> noMemory = taken.take(count);
        noMemory.ifPresent(_ -> taken.giveBack());
        return noMemory.<Checked<Taken>>map(Checked::refused).orElse(Checked.valid(taken));
    }

    /** The memory that a workspace's completions hold, for tests. */
    int bytesOf(String workspace) {
        return bytes.heldBy(workspace);
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
                "overloaded", "Too many completions are under way on this node.");
    }
}
