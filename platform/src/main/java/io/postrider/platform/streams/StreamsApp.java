package io.postrider.platform.streams;

import io.postrider.platform.kafka.ApplicationClients;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.platform.threads.ThreadPriority;
import io.postrider.platform.views.Progress;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.config.KafkaStreamsCustomizer;
import org.springframework.kafka.config.StreamsBuilderFactoryBean;

/**
 * Runs one Kafka Streams application, and replaces threads that fail. The life of the application is that of a {@link
 * StreamsBuilderFactoryBean}.
 */
public final class StreamsApp implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(StreamsApp.class);
    private final String name;
    private final KafkaStreams streams;
    private final StreamsBuilderFactoryBean factory = new StreamsBuilderFactoryBean();
    private final ThreadFailures failures;
    private final ThreadMoves moves;
    private final RestoreProgress restored;
    private final CompletableFuture<@Nullable Void> running = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> dead = new CompletableFuture<>();

    /** Prepares an application without transactional stores; {@link #start} runs it. */
    public StreamsApp(Topology topology, Properties properties) {
        this(
                properties,
                new KafkaStreams(
                        topology, Membership.of(topology, properties), new ApplicationClients()),
                List.of());
    }

    /**
     * Prepares an exactly-once application; {@link #start} runs it.
     *
     * @param stores stores of the topology
     */
    public StreamsApp(Topology topology, Properties properties, TransactionalStores stores) {
        this(
                properties,
                new KafkaStreams(topology, Membership.of(topology, properties), stores.clients()),
                List.of(stores));
    }

    private StreamsApp(
            Properties properties, KafkaStreams streams, List<StateRestoreListener> listeners) {
        this.name = String.valueOf(properties.get(StreamsConfig.APPLICATION_ID_CONFIG));
        this.failures = new ThreadFailures(name, System::nanoTime);
        this.streams = streams;
        this.moves = ThreadMoves.of(streams);
        this.restored = new RestoreProgress(listeners);
        factory.setBeanName(name);
        factory.setStreamsConfiguration(properties);
        factory.setStateRestoreListener(restored);
        factory.setStateListener((to, from) -> changed(from, to));
        factory.setStreamsUncaughtExceptionHandler(failures);
        factory.setKafkaStreamsCustomizer(new Made(streams));
    }

    /** Supplies an application before its start, so that its stores can be queried from then on. */
    private record Made(KafkaStreams streams) implements KafkaStreamsCustomizer {

        @Override
        public KafkaStreams initKafkaStreams(
                Topology topology, Properties properties, KafkaClientSupplier clients) {
            return streams;
        }

        @Override
        public void customize(KafkaStreams made) {}
    }

    /** Begins to run; does not wait for anything. */
    public void start() {
        factory.start();
    }

    /** Starts on threads of the lowest priority, without waiting; they catch up whenever a processor is idle. */
    public void startInBackground() {
        // Streams starts a thread from the one that calls it, or that it replaces: both hand down
        // their priority.
        CompletableFuture.runAsync(
                        () -> {
                            ThreadPriority.take();
                            factory.start();
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
                && switch (streams.state()) {
                    case CREATED, REBALANCING, RUNNING -> true;
                    case PENDING_SHUTDOWN, NOT_RUNNING, PENDING_ERROR, ERROR -> false;
                };
    }

    /**
     * Whether its threads have progressed since the last call. A thread that restores, waits for a broker or waits before a
     * restart counts as progressing, since a new process would do the same.
     */
    public boolean moved() {
        return streams.state() != KafkaStreams.State.RUNNING || failures.failing() || moves.moved();
    }

    /** The state of Kafka Streams; restoring counts as rebalancing. */
    public KafkaStreams.State state() {
        return streams.state();
    }

    /** Processes nothing, or goes on; the application keeps its place in its group, and its stores. */
    public void hold(boolean held) {
        if (held && !streams.isPaused()) {
            streams.pause();
        } else if (!held && streams.isPaused()) {
            streams.resume();
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

    /** The application itself, for queries of its stores. */
    public KafkaStreams streams() {
        return streams;
    }

    @Override
    public void close() {
        failures.close();
        if (factory.isRunning()) {
            factory.stop();
        } else {
            streams.close(StreamsBuilderFactoryBean.DEFAULT_CLOSE_TIMEOUT);
        }
        if (!streams.state().hasCompletedShutdown()) {
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
