package io.postrider.redirects;

import io.postrider.schemas.EventRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An owner that knows what a test tells it, and is silent about everything where a test says so. */
final class ScriptedOwner implements OwnerLookup {

    final Map<String, EventRecord> known = new ConcurrentHashMap<>();
    final List<String> asked = new CopyOnWriteArrayList<>();
    volatile boolean reachable = true;
    volatile boolean silent;

    @Override
    public CompletionStage<Optional<EventRecord>> newest(String linkKey) {
        asked.add(linkKey);
        if (silent) {
            return new CompletableFuture<>();
        }
        return reachable
                ? CompletableFuture.completedStage(Optional.ofNullable(known.get(linkKey)))
                : CompletableFuture.failedStage(new IllegalStateException("unreachable"));
    }
}
