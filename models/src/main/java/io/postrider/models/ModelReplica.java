package io.postrider.models;

import io.postrider.domain.models.ConnectionEvent;
import io.postrider.domain.models.ConnectionEvent.ConnectionDeleted;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.Versioned;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Every model and every connection, in memory: they are few, and a completion must wait for its provider only. Of two states
 * the one with the higher version counts, whatever its source, so a confirmed write is never undone by a record that arrives
 * late.
 */
public final class ModelReplica {

    static final int MODELS_MAX = 1_000;
    static final int CONNECTIONS_MAX = 200;

    /** Of both, deleted ones included, of which a late record must not make anything again. */
    static final int EVER_MAX = 20_000;

    private final ConcurrentNavigableMap<String, Versioned<Model>> models =
            new ConcurrentSkipListMap<>();
    private final ConcurrentNavigableMap<String, Versioned<ModelConnection>> connections =
            new ConcurrentSkipListMap<>();

    /** The versions at which models and connections were deleted: nothing else is kept of them. */
    private final ConcurrentNavigableMap<String, Long> deletions = new ConcurrentSkipListMap<>();

    /** Memory of a deleted model or connection. */
    private static final long DELETION_BYTES = 256;

    private final HeldBytes held;

    public ModelReplica() {
        this(new HeldBytes());
    }

    /**
     * @param held counter of the memory of models and connections
     */
    public ModelReplica(HeldBytes held) {
        this.held = held;
    }

    /** Lists have no pages, and memory has them all, so a workspace has a limit. */
    boolean isFull(String workspace) {
        int present = models(workspace).size();
        int connected = connections(workspace).size();
        return present >= MODELS_MAX
                || connected >= CONNECTIONS_MAX
                || present + connected + of(deletions, workspace).size() >= EVER_MAX;
    }

    static Problem full() {
        return Problem.of(
                409,
                "too_many_models",
                "A workspace has at most %d models and %d connections, and creates at most %d in total."
                        .formatted(MODELS_MAX, CONNECTIONS_MAX, EVER_MAX));
    }

    Optional<Versioned<Model>> model(String workspace, String alias) {
        return Optional.ofNullable(models.get(Model.keyOf(workspace, alias)));
    }

    List<Versioned<Model>> models(String workspace) {
        return List.copyOf(of(models, workspace).values());
    }

    Optional<Versioned<ModelConnection>> connection(String workspace, String id) {
        return Optional.ofNullable(connections.get(key(workspace, id)));
    }

    List<Versioned<ModelConnection>> connections(String workspace) {
        return List.copyOf(of(connections, workspace).values());
    }

    /** Applies a decided event; one that is older than the known state changes nothing. */
    public synchronized void apply(EventRecord event) {
        long version = event.header().sequence();
        switch (event.payload()) {
            case ModelEvent change ->
                    put(
                            models,
                            change.model().key(),
                            change.model().workspace(),
                            new Versioned<>(change.model(), version),
                            change instanceof ModelDeleted);
            case ConnectionEvent change ->
                    put(
                            connections,
                            key(change.connection().workspace(), change.connection().id()),
                            change.connection().workspace(),
                            new Versioned<>(change.connection(), version),
                            change instanceof ConnectionDeleted);
            case null, default -> {}
        }
    }

    private <T> void put(
            Map<String, Versioned<T>> known,
            String key,
            String workspace,
            Versioned<T> next,
            boolean deleted) {
        Versioned<T> before = known.get(key);
        long newest = before == null ? deletions.getOrDefault(key, 0L) : before.version();
        if (next.version() <= newest) {
            return;
        }
        held.replace(workspace, before, deleted ? null : next);
        if (deleted && deletions.put(key, next.version()) == null) {
            held.add(workspace, DELETION_BYTES);
        }
        if (deleted) {
            known.remove(key);
        } else {
            known.put(key, next);
            if (deletions.remove(key) != null) {
                held.add(workspace, -DELETION_BYTES);
            }
        }
    }

    private static String key(String workspace, String name) {
        return workspace + "/" + name;
    }

    private static <T> ConcurrentNavigableMap<String, T> of(
            ConcurrentNavigableMap<String, T> all, String workspace) {
        // The character after the slash ends the keys that begin with the workspace's.
        return all.subMap(workspace + "/", workspace + "0");
    }
}
