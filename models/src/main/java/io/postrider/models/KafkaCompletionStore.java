package io.postrider.models;

import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.schemas.KeptCompletion;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Stores the responses of completions in the log, sealed under the data key of their workspace. */
public final class KafkaCompletionStore implements CompletionStore, AutoCloseable {

    private static final int HEARD_SECONDS = 10;

    private final DurableAppends appends;
    private final ValueCodec<KeptCompletion> codec;
    private final SecretBox box;
    private final InstantSource clock;
    private final CompletionProjection view;
    private final Map<String, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();

    KafkaCompletionStore(
            DurableAppends appends,
            ProjectionStore store,
            int table,
            SchemaIds ids,
            SecretBox box,
            InstantSource clock) {
        this.appends = appends;
        this.codec = ValueCodec.completions(ids);
        this.box = box;
        this.clock = clock;
        this.view = new CompletionProjection(store, table, ids, this::heard);
    }

    /**
     * Connects to the log with the shared producer of appends.
     *
     * @param table number of the table in the view store, which only this store uses
     */
    public static KafkaCompletionStore connect(
            KafkaClients clients,
            ProjectionStore store,
            int table,
            SchemaIds ids,
            SecretBox box,
            InstantSource clock) {
        return new KafkaCompletionStore(
                clients.appends(Topics.COMPLETIONS), store, table, ids, box, clock);
    }

    /** The projection that fills this node's disk from the log. */
    public Projection view() {
        return view;
    }

    @Override
    public Optional<Kept> find(String workspace, String scope) {
        return view.find(scope, clock.instant())
                .filter(kept -> kept.workspace().equals(workspace))
                .map(kept -> new Kept(kept.stream(), opened(kept, scope)));
    }

    private @Nullable String opened(KeptCompletion kept, String scope) {
        return Optional.ofNullable(kept.sealed())
                .flatMap(sealed -> box.open(kept.workspace(), purpose(scope), sealed))
                .orElse(null);
    }

    @Override
    public CompletionStage<Void> keep(String workspace, String scope, Kept kept) {
        String sealed =
                Optional.ofNullable(kept.packed())
                        .flatMap(packed -> box.seal(workspace, purpose(scope), packed))
                        .orElse(null);
        var value = new KeptCompletion(workspace, clock.instant(), kept.stream(), sealed);
        var found = new CompletableFuture<Void>();
        waiting.put(scope, found);
        var _ =
                appends.append(
                                new ProducerRecord<>(
                                        Topics.COMPLETIONS.name(),
                                        scope.getBytes(StandardCharsets.UTF_8),
                                        codec.encode(value)))
                        .thenAccept(append -> {
                            if (append != Append.DONE) {
                                found.completeExceptionally(
                                        new TimeoutException("The log did not take a completion"));
                            }
                        });
        return found.orTimeout(HEARD_SECONDS, TimeUnit.SECONDS)
                .whenComplete((_, _) -> waiting.remove(scope, found));
    }

    /** Waiting requests continue on another thread: this is the thread of the view. */
    private void heard(String scope) {
        CompletableFuture<Void> found = waiting.get(scope);
        if (found != null) {
            found.completeAsync(() -> null);
        }
    }

    private static String purpose(String scope) {
        return "completion/" + scope;
    }

    @Override
    public void close() {
        appends.close();
    }
}
