package io.postrider.platform.streams;

import io.postrider.platform.kafka.ApplicationClients;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.platform.threads.ThreadPriority;
import io.postrider.platform.views.Progress;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.config.KafkaStreamsInfrastructureCustomizer;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;

/**
 * Runs one Kafka Streams application, and replaces threads that fail. The life of the application is that of a {@link
 * StreamsBuilderFactoryBean}.
 */
public final class StreamsApp implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(StreamsApp.class);

    private final String name;
    private final StreamsBuilderFactoryBean factory = new StreamsBuilderFactoryBean();
    private final ThreadFailures failures;
    private final ThreadMoves moves;
    private final RestoreProgress restored;
    private final CompletableFuture<@Nullable Void> running = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> dead = new CompletableFuture<>();
    private volatile @Nullable KafkaStreams streams;
    private volatile boolean closed;

    /**
     * Prepares an application without transactional stores; {@link #start} runs it.
     *
     * @param nodes adds the nodes of the topology
     */
    public StreamsApp(Consumer<Topology> nodes, Properties properties) {
        this(nodes, properties, new ApplicationClients(), List.of());
    }

    /**
     * Prepares an exactly-once application; {@link #start} runs it.
     *
     * @param nodes adds the nodes of the topology
     * @param stores stores of the topology
     */
    public StreamsApp(Consumer<Topology> nodes, Properties properties, TransactionalStores stores) {
        this(nodes, properties, stores.clients(), List.of(stores));
    }

    private StreamsApp(
            Consumer<Topology> nodes,
            Properties properties,
            KafkaClientSupplier clients,
            List<StateRestoreListener> listeners) {
        this.name = String.valueOf(properties.get(StreamsConfig.APPLICATION_ID_CONFIG));
        this.failures = new ThreadFailures(name, System::nanoTime);
        this.moves = ThreadMoves.of(this::streams);
        this.restored = new RestoreProgress(listeners);
        factory.setBeanName(name);
        factory.setStreamsConfiguration(properties);
        factory.setClientSupplier(clients);
        factory.setInfrastructureCustomizer(
                new KafkaStreamsInfrastructureCustomizer() {
                    @Override
                    public void configureTopology(Topology topology) {
                        nodes.accept(topology);
                        factory.setStreamsConfiguration(Membership.of(topology, properties));
                    }
                });
        factory.setKafkaStreamsCustomizer(made -> streams = made);
        factory.setStateRestoreListener(restored);
        factory.setStateListener((to, from) -> changed(from, to));
        factory.setStreamsUncaughtExceptionHandler(failures);
        buildTopology();
    }

    private void buildTopology() {
        try {
            factory.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("The topology of " + name + " cannot be built", e);
        }
        factory.afterSingletonsInstantiated();
    }

    /** Begins to run; does not wait for anything. A closed application stays closed. */
    public synchronized void start() {
        if (closed) {
            return;
        }
        try {
            factory.start();
        } catch (KafkaException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Starts on threads of the lowest priority, without waiting; they catch up whenever a processor is idle. */
    public void startInBackground() {
        // Streams starts a thread from the one that calls it, or that it replaces: both hand down
        // their priority.
        CompletableFuture.runAsync(
                        () -> {
                            ThreadPriority.take();
                            start();
                        },
                        task -> Thread.ofPlatform().name(name + "-start").start(task))
                .join();
    }

    /** Completes when every store is restored and records are processed for the first time; fails if that never comes. */
    public CompletableFuture<@Nullable Void> running() {
        return running.copy();
    }

    /** Completes when the application has failed for good: only a new process can run it again. */
    public CompletableFuture<@Nullable Void> dead() {
        return dead.copy();
    }

    /** Whether the application works, or starts. */
    public boolean healthy() {
        return !failures.failing()
                && switch (state()) {
                    case CREATED, REBALANCING, RUNNING -> true;
                    case PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR -> false;
                };
    }

    /**
     * Whether its threads have progressed since the last call. A thread that restores, waits for a broker or waits before a
     * restart counts as progressing, since a new process would do the same.
     */
    public boolean moved() {
        return state() != KafkaStreams.State.RUNNING || failures.failing() || moves.moved();
    }

    /** The state of Kafka Streams; restoring counts as rebalancing. */
    public KafkaStreams.State state() {
        KafkaStreams made = streams;
        if (made != null) {
            return made.state();
        }
        return closed ? KafkaStreams.State.NOT_RUNNING : KafkaStreams.State.CREATED;
    }

    /** Processes nothing, or goes on; the application keeps its place in its group, and its stores. */
    public void hold(boolean held) {
        KafkaStreams made = streams();
        if (held && !made.isPaused()) {
            made.pause();
        } else if (!held && made.isPaused()) {
            made.resume();
        }
    }

    /** The progress of restoring the stores. */
    public Progress progress() {
        return restored.now(running.isDone());
    }

    /** The number of records that the stores were restored from since the start. */
    public long recordsRestored() {
        return restored.records();
    }

    /** The number of failed and replaced threads. */
    public long threadsReplaced() {
        return failures.replaced();
    }

    /**
     * The application itself, for queries of its stores.
     *
     * @throws StreamsNotStartedException before the start
     */
    public KafkaStreams streams() {
        KafkaStreams made = streams;
        if (made == null) {
            throw new StreamsNotStartedException(name + " has not been started");
        }
        return made;
    }

    @Override
    public synchronized void close() {
        closed = true;
        failures.close();
        KafkaStreams made = streams;
        if (factory.isRunning()) {
            factory.stop();
        } else if (made != null) {
            made.close(StreamsBuilderFactoryBean.DEFAULT_CLOSE_TIMEOUT);
        }
        if (made != null && !made.state().hasCompletedShutdown()) {
            LOGGER.atWarn().addKeyValue("application", name).log("Streams did not stop in time");
        }
        running.completeExceptionally(new IllegalStateException(name + " was closed"));
    }

    private void changed(KafkaStreams.State from, KafkaStreams.State to) {
        LOGGER.atInfo()
                .addKeyValue("application", name)
                .addKeyValue("from", from)
                .addKeyValue("to", to)
                .log("Streams changed state");
        // Not on this thread: dependents of the future may block, and the listener delays all
        // threads.
        if (to == KafkaStreams.State.RUNNING) {
            failures.recovered();
            running.completeAsync(() -> null);
        } else if (to == KafkaStreams.State.ERROR) {
            dead.completeAsync(() -> null);
            running.completeExceptionally(new IllegalStateException(name + " failed"));
        }
    }
}
