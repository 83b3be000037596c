package io.postrider.api.models;

import io.postrider.api.http.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * What the calls to providers may take of this node together: so many at once, of which one workspace gets a quarter, and
 * so much memory for what they hold.
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

        synchronized void giveBack() {
            if (!over) {
                over = true;
                bytes.release(held);
                byWorkspace.computeIfPresent(workspace, (_, n) -> n == 1 ? null : n - 1);
                calls.release();
            }
        }
    }

    /** Begins a call; empty if the node has no room for it. */
    Optional<Taken> begin(String workspace) {
        if (!calls.tryAcquire()) {
            return Optional.empty();
        }
        byWorkspace.merge(workspace, 1, Integer::sum);
        return Optional.of(new Taken(workspace));
    }

    /** Whether a workspace has more under way than its share. */
    boolean isOverShare(String workspace) {
        return byWorkspace.getOrDefault(workspace, 0) > perWorkspaceMax;
    }

    /** Nothing is under way, for tests. */
    boolean isWhole() {
        return calls.availablePermits() == callsMax
                && bytes.availablePermits() == BYTES_MAX
                && byWorkspace.isEmpty();
    }

    static Problem overloaded() {
        return Problem.unavailable(
                "overloaded", "Too many calls to providers are under way on this node.");
    }

    static Problem overShare() {
        return Problem.of(
                        429,
                        "too_many_completions",
                        "The workspace has as many completions under way as it may.")
                .retryAfter(1);
    }
}
