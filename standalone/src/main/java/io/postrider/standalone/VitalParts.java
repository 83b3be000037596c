package io.postrider.standalone;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The parts without which a process does not live: one that has died runs again only in a new process. */
final class VitalParts {

    private final List<Part> parts = new ArrayList<>();

    private record Part(String name, CompletableFuture<?> dead) {}

    /**
     * Adds a part.
     *
     * @param name for a person
     * @param dead completes when the part has died
     */
    synchronized void add(String name, CompletableFuture<?> dead) {
        parts.add(new Part(name, dead));
    }

    /** Whether none of them has died. */
    synchronized boolean alive() {
        return parts.stream().noneMatch(part -> part.dead.isDone());
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
