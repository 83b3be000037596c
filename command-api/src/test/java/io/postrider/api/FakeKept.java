package io.postrider.api;

import io.postrider.api.models.KeptCompletions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What completions were answered, without a log. */
public final class FakeKept implements KeptCompletions {

    private final Map<String, Kept> kept = new ConcurrentHashMap<>();
    private final List<Runnable> held = new CopyOnWriteArrayList<>();
    private volatile boolean taking = true;
    private volatile boolean holding;

    /** Whether anything can be kept. */
    public void taking(boolean nowTaking) {
        taking = nowTaking;
    }

    /** Keeps nothing more until it is let go. */
    public void hold() {
        holding = true;
    }

    /** How much waits to be kept. */
    public int held() {
        return held.size();
    }

    /** Keeps what waited. */
    public void letGo() {
        holding = false;
        held.forEach(Runnable::run);
        held.clear();
    }

    /** How much is kept. */
    public int size() {
        return kept.size();
    }

    @Override
    public Optional<Kept> find(String workspace, String scope) {
        return Optional.ofNullable(kept.get(workspace + scope));
    }

    @Override
    public CompletionStage<Void> keep(String workspace, String scope, Kept what) {
        if (!taking) {
            return CompletableFuture.failedStage(new IllegalStateException("no log"));
        }
        if (holding) {
            var done = new CompletableFuture<Void>();
            held.add(() -> {
                kept.put(workspace + scope, what);
                done.complete(null);
            });
            return done;
        }
        kept.put(workspace + scope, what);
        return CompletableFuture.completedStage(null);
    }
}
