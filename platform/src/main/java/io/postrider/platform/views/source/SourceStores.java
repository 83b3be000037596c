package io.postrider.platform.views.source;

import static java.util.Objects.requireNonNull;

import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.views.AppliedOffset;
import io.postrider.platform.views.AppliedTable;
import io.postrider.platform.views.CommandWaiters;
import io.postrider.platform.views.KafkaProjectionLog;
import io.postrider.platform.views.LogProbe;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.platform.views.ProjectionSnapshot;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.ProjectionStoreException;
import io.postrider.platform.views.StoreMetadata;
import io.postrider.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stores of the views of one Kafka Streams application. Each view is made of one topic, and its store is a read-only
 * state store of it: the topic is the changelog.
 *
 * <p>The files are outside of the folder that Kafka Streams deletes after a failure. They are erased where they were made
 * of another layout or topic, or of more than the topic has.
 */
public final class SourceStores implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(SourceStores.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int FILES_MAX = 128;
    private static final int WAITERS_MAX = 10_000;

    private final Path folder;
    private final ProjectionMemory memory;
    private final LogProbe probe;
    private final AppliedTable applied =
            new AppliedTable(new CommandWaiters("lists", SharedCapacity.ofTenants(WAITERS_MAX)));

    private final Set<SourceStore> takenOver = ConcurrentHashMap.newKeySet();

    /** An open store, and how far it is. */
    record Opened(ProjectionStore store, AppliedOffset bookmark) {}

    /**
     * The stores of one application in one process.
     *
     * @param folder the folder of their files, of this application alone
     * @param memory shared memory of all stores of the process; must be closed after the application
     * @param connection bootstrap servers and security settings
     */
    public SourceStores(Path folder, ProjectionMemory memory, Map<String, Object> connection) {
        this(folder, memory, new KafkaProjectionLog("lists", connection).probe());
    }

    public SourceStores(Path folder, ProjectionMemory memory, LogProbe probe) {
        this.folder = folder;
        this.memory = memory;
        this.probe = probe;
    }

    /** Shows how many reads wait for commands. */
    public void show(Bounds bounds) {
        applied.showWaiting(bounds, "lists");
    }

    /** Adds a sub-topology for each view. */
    public void addTo(Topology topology, List<Projection> views) {
        for (Projection view : views) {
            String name = name(view);
            topology.addReadOnlyStateStore(
                    new SourceStoreBuilder(view, this),
                    name + "-source",
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    topic(view).name(),
                    name + "-materialize",
                    () -> new SourceProcessor(name));
        }
    }

    static Topic topic(Projection view) {
        if (view.topics().size() != 1) {
            throw new IllegalArgumentException(view + " is not made of one topic");
        }
        return view.topics().iterator().next();
    }

    /** The name of the store of a view: that of its topic. */
    public static String name(Projection view) {
        return topic(view).name();
    }

    /**
     * Reads some partitions of a view.
     *
     * @param streams the application; throws a {@link StreamsException} before its start
     * @param partitions of its topic
     * @param standby whether standby replicas may answer, which may lack the newest changes
     * @return the result of each
     * @throws ProjectionStoreException if a partition cannot be read here
     */
    public static <R> List<R> query(
            Supplier<KafkaStreams> streams,
            Projection view,
            Set<Integer> partitions,
            boolean standby,
            Function<ProjectionSnapshot, R> read) {
        try {
            Map<Integer, QueryResult<R>> results =
                    streams.get()
                            .query(
                                    StateQueryRequest.inStore(name(view))
                                            .withQuery(new StoreQuery<>(read, standby))
                                            .withPartitions(partitions))
                            .getPartitionResults();
            List<R> found = new ArrayList<>(partitions.size());
            for (Integer partition : partitions) {
                QueryResult<R> result = results.get(partition);
                if (result == null || result.isFailure()) {
                    throw unavailable(view, null);
                }
                found.add(result.getResult());
            }
            return found;
        } catch (StreamsException e) {
            throw unavailable(view, e);
        }
    }

    private static ProjectionStoreException unavailable(
            Projection view, @Nullable StreamsException cause) {
        return new ProjectionStoreException(
                "The list " + name(view) + " is not open",
                cause,
                ProjectionStoreException.Remedy.WAIT);
    }

    /** Whether each partition that the processors of this node have taken over can be read here. */
    public boolean isCurrent() {
        return takenOver.stream().allMatch(SourceStore::isKnownCurrent);
    }

    void takenOver(SourceStore store) {
        takenOver.add(store);
    }

    void handedOver(SourceStore store) {
        takenOver.remove(store);
    }

    /**
     * Waits until a command is applied.
     *
     * @param holder holder whose share of places the wait uses
     * @param offset of the command
     * @return false if that does not come in time
     */
    public CompletableFuture<Boolean> awaitCommand(
            String holder, Topic topic, int partition, long offset, Duration atMost) {
        return applied.await(holder, new TopicPartition(topic.name(), partition), offset, atMost);
    }

    @Override
    public void close() {
        applied.close();
        probe.close();
    }

    void applied(TopicPartition partition, AppliedOffset bookmark) {
        applied.advance(Map.of(partition, bookmark));
    }

    /** The end of a partition, as readers of committed records see it. */
    CompletableFuture<Long> end(TopicPartition partition) {
        return probe.ends(Set.of(partition), IsolationLevel.READ_COMMITTED)
                .thenApply(ends -> ends.require(partition));
    }

    Opened open(Projection view, TopicPartition partition) {
        Path path = folder.resolve(partition.toString());
        ProjectionStore store = ProjectionStore.open(path, memory, FILES_MAX);
        try {
            return new Opened(store, bookmark(store, view, partition));
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private AppliedOffset bookmark(
            ProjectionStore store, Projection view, TopicPartition partition) {
        StoreMetadata engine = new StoreMetadata(store);
        String topic = partition.topic();
        LogProbe.TopicFacts facts =
                requireNonNull(await(probe.topics(Set.of(topic))).get(topic), topic);
        long begin =
                requireNonNull(await(probe.beginnings(Set.of(partition))).get(partition), topic);
        long end =
                await(probe.ends(Set.of(partition), IsolationLevel.READ_UNCOMMITTED))
                        .of(partition)
                        .orElseThrow(() -> new StreamsException(partition + " has no leader"));
        String origin = view.layout() + " " + facts.id();
        AppliedOffset found = engine.bookmarks().getOrDefault(partition, AppliedOffset.at(0));
        boolean known = engine.layout().filter(origin::equals).isPresent();
        if (known && found.next() <= end) {
            return found.next() == 0 || found.next() >= begin
                    ? found
                    : new AppliedOffset(begin, -1, found.command());
        }
        if (engine.layout().isPresent()) {
            LOGGER.atWarn()
                    .addKeyValue("partition", partition)
                    .log("A list cannot be resumed; rebuilding it from its topic");
        }
        store.erase();
        engine.setLayout(origin);
        return AppliedOffset.at(0);
    }

    private static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new StreamsException("Kafka does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StreamsException("interrupted", e);
        }
    }
}
