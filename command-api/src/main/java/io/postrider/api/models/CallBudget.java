package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.api.http.Checked;
import io.postrider.api.http.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * What completions may take of this node together: so many at once, of which one workspace gets a quarter, and so much
 * memory for what they hold.
 */
final class CallBudget {

    private static final int BYTES_MAX = 64 << 20;

    /** One workspace with slow providers leaves room for the others. */
    private static final int SHARES = 4;

    private final int callsMax;
    private final int perWorkspaceMax;
    private final Semaphore calls;
    private final Semaphore bytes = new Semaphore(BYTES_MAX);
    private final Map<String, Integer> byWorkspace = new ConcurrentHashMap<>();

    CallBudget(int callsMax) {
        this.callsMax = callsMax;
        this.perWorkspaceMax = Math.max(1, callsMax / SHARES);
        this.calls = new Semaphore(callsMax);
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

        /** Takes memory; false if there is none left. */
        synchronized boolean take(int count) {
            if (over || !bytes.tryAcquire(count)) {
                return false;
            }
            held += count;
            return true;
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
                bytes.release(held);
                byWorkspace.computeIfPresent(workspace, (_, n) -> n == 1 ? null : n - 1);
                calls.release();
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
        if (!calls.tryAcquire()) {
            return Checked.refused(overloaded());
        }
        int underWay = byWorkspace.merge(workspace, 1, Integer::sum);
        Taken taken = new Taken(workspace);
        Optional<Problem> refusal =
                underWay > perWorkspaceMax
                        ? Optional.of(overShare())
                        : taken.take(count) ? Optional.empty() : Optional.of(overloaded());
        refusal.ifPresent(_ -> taken.giveBack());
        return refusal.<Checked<Taken>>map(Checked::refused).orElse(Checked.valid(taken));
    }

    /** Nothing is under way, for tests. */
    boolean isWhole() {
        return calls.availablePermits() == callsMax
                && bytes.availablePermits() == BYTES_MAX
                && byWorkspace.isEmpty();
    }

    static Problem overloaded() {
        return Problem.unavailable(
                "overloaded", "Too many completions are under way on this node.");
    }

    private static Problem overShare() {
        return Problem.of(
                        429,
                        "too_many_completions",
                        "The workspace has as many completions under way as it may.")
                .retryAfter(1);
    }
}
