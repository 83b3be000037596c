package io.postrider.standalone;

import io.postrider.web.server.LivenessCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The parts without which a process does not live: one that has died runs again only in a new process. */
final class VitalParts {

    private final List<Part> parts = new ArrayList<>();

    private record Part(String name, CompletableFuture<?> dead) {}

    /**
     * Adds a part before the first liveness check.
     *
     * @param name for a person
     * @param dead completes when the part has died
     */
    synchronized void add(String name, CompletableFuture<?> dead) {
        parts.add(new Part(name, dead));
    }

    /** The checks of {@code /livez}. */
    synchronized List<LivenessCheck> liveness() {
        return parts.stream().<LivenessCheck>map(part -> () -> !part.dead.isDone()).toList();
    }

    /**
     * Reports the death of every part.
     *
     * @param report receives its name
     */
    synchronized void onDeath(Consumer<String> report) {
        parts.forEach(part -> {
            var _ = part.dead.thenRun(() -> report.accept(part.name));
        });
    }
}
