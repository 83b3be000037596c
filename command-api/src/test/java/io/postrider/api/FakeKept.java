package io.postrider.api;

import io.postrider.models.CompletionStore;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** What completions were answered, without a log. */
public final class FakeKept implements CompletionStore {

    private final Map<String, Kept> kept = new ConcurrentHashMap<>();
    private final Set<String> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean taking = true;
    private volatile CompletableFuture<Void> hold = CompletableFuture.completedFuture(null);

    /** Whether anything can be kept. */
    public void taking(boolean nowTaking) {
        taking = nowTaking;
    }

    /** Keeps nothing from now on until the future completes. */
    public void holdUntil(CompletableFuture<Void> release) {
        hold = release;
    }

    /** The names of the threads that have looked for or kept something. */
    public Set<String> threads() {
        return Set.copyOf(threads);
    }

    /** How much is kept. */
    public int size() {
        return kept.size();
    }

    @Override
    public Optional<Kept> find(String workspace, String scope) {
        threads.add(Thread.currentThread().getName());
        return Optional.ofNullable(kept.get(workspace + scope));
    }

    @Override
    public CompletionStage<Void> keep(String workspace, String scope, Kept what) {
        threads.add(Thread.currentThread().getName());
        if (!taking) {
            return CompletableFuture.failedStage(new IllegalStateException("no log"));
        }
        return hold.thenRun(() -> kept.put(workspace + scope, what));
    }
}
