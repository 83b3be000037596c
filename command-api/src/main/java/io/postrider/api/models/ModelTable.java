package io.postrider.api.models;

import io.postrider.api.http.Problem;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.ModelConnection;
import io.postrider.domain.models.ModelEvent;
import io.postrider.domain.models.ModelEvent.ConnectionDeleted;
import io.postrider.domain.models.ModelEvent.ModelDeleted;
import io.postrider.schemas.EventRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Every model and every connection, in memory: they are few, and a completion is not to wait for anybody but its
 * provider. Of two states of one the one with the higher version counts, wherever it comes from, so what was answered is
 * never undone by a record that arrives late.
 */
public final class ModelTable {

    static final int MODELS_MAX = 1_000;
    static final int CONNECTIONS_MAX = 200;

    private final ConcurrentNavigableMap<String, Known<Model>> models =
            new ConcurrentSkipListMap<>();
    private final ConcurrentNavigableMap<String, Known<ModelConnection>> connections =
            new ConcurrentSkipListMap<>();

    /** Lists are never cut into pages, and memory holds them all, so a workspace has a bound. */
    boolean isFull(String workspace) {
        return models(workspace).size() >= MODELS_MAX
                || connections(workspace).size() >= CONNECTIONS_MAX;
    }

    static Problem full() {
        return Problem.of(
                409,
                "too_many_models",
                "A workspace has at most %d models and %d connections."
                        .formatted(MODELS_MAX, CONNECTIONS_MAX));
    }

    Optional<Known<Model>> model(String workspace, String alias) {
        return present(models, Model.keyOf(workspace, alias));
    }

    List<Known<Model>> models(String workspace) {
        return all(models, workspace);
    }

    Optional<Known<ModelConnection>> connection(String workspace, String id) {
        return present(connections, key(workspace, id));
    }

    List<Known<ModelConnection>> connections(String workspace) {
        return all(connections, workspace);
    }

    /** Lets a decided event hold here at once; one that is older than what is known changes nothing. */
    public void apply(EventRecord event) {
        long version = event.header().sequence();
        switch (event.payload()) {
            case ModelEvent.OfModel change -> {
                Model model = change.model();
                boolean deleted = change instanceof ModelDeleted;
                models.merge(model.key(), new Known<>(model, version, deleted), ModelTable::newer);
            }
            case ModelEvent.OfConnection change -> {
                ModelConnection connection = change.connection();
                boolean deleted = change instanceof ConnectionDeleted;
                connections.merge(
                        key(connection.workspace(), connection.id()),
                        new Known<>(connection, version, deleted),
                        ModelTable::newer);
            }
            case null, default -> {}
        }
    }

    private static String key(String workspace, String name) {
        return workspace + "/" + name;
    }

    private static <T> Optional<Known<T>> present(
            ConcurrentNavigableMap<String, Known<T>> known, String key) {
        return Optional.ofNullable(known.get(key)).filter(found -> !found.deleted());
    }

    private static <T> List<Known<T>> all(
            ConcurrentNavigableMap<String, Known<T>> known, String workspace) {
        // The character after the slash ends the keys that begin with the workspace's.
        return known.subMap(workspace + "/", workspace + "0").values().stream()
                .filter(found -> !found.deleted())
                .toList();
    }

    private static <T> Known<T> newer(Known<T> known, Known<T> next) {
        return next.version() > known.version() ? next : known;
    }
}
