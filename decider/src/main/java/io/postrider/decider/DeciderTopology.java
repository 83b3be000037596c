package io.postrider.decider;

import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.streams.EarlyCommit;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/**
 * Turns commands into events: one sub-topology for a group of contexts, so that a partition of all of them is one task
 * with its stores, in one transaction.
 *
 * <p>Answering before the commit is safe because a command is durable before it is decided and the decision depends on
 * the log alone, and because the stores hold nothing of a transaction that was aborted: after a crash it comes out the
 * same.
 */
public final class DeciderTopology {

    /** The scheduled commands of a partition that can be in flight. */
    public static final int TIMER_COMMANDS_MAX = Timers.UNDER_WAY_MAX;

    static final String COMMANDS = "commands";
    static final String DECIDE = "decide";

    /** The default commit interval of a decider. */
    public static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);

    /** Fewer, larger appends; no caller waits for them, and a commit sends the remainder at once. */
    private static final Duration LINGER = Duration.ofMillis(100);

    private final List<Context> contexts;
    private final SchemaIds ids;
    private final OutcomeListener answers;
    private final ScheduledCommandSender reminder;
    private final Function<String, KeyValueBytesStoreSupplier> stores;
    private final IntConsumer taken;
    private final Consumer<String> written;
    private final FullestPart timerCommands;

    /**
     * A topology that is ready to be built.
     *
     * @param contexts contexts whose commands it decides on
     * @param ids ids known without a remote call: an id that is unknown once must stay unknown
     * @param answers receives every outcome before it is committed
     * @param reminder sends scheduled commands
     * @param stores supplier of the state store with a name; after a crash the store must contain committed state only
     * @param taken called with a partition each time before the first of its commands is decided here
     * @param written called with the type of each event
     * @param timerCommands receives the number of scheduled commands in flight of each partition
     */
    public DeciderTopology(
            Set<Context> contexts,
            SchemaIds ids,
            OutcomeListener answers,
            ScheduledCommandSender reminder,
            Function<String, KeyValueBytesStoreSupplier> stores,
            IntConsumer taken,
            Consumer<String> written,
            FullestPart timerCommands) {
        this.timerCommands = timerCommands;
        this.written = written;
        this.taken = taken;
        this.contexts = contexts.stream().sorted().toList();
        this.ids = ids;
        this.answers = answers;
        this.reminder = reminder;
        this.stores = stores;
    }

    /**
     * The properties that an application runs with.
     *
     * @param commitInterval under load; after a quiet while a commit is made at once
     */
    public static Properties properties(
            StreamsSettings settings, String application, Duration commitInterval) {
        Properties all = settings.exactlyOnce(application, commitInterval, LINGER);
        // Contexts need no order among one another, so a command never waits for another topic.
        all.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, StreamsConfig.MAX_TASK_IDLE_MS_DISABLED);
        return StreamsSettings.settingAside(all);
    }

    /** Adds the processor, its source, its stores and its sinks. */
    public void addTo(Topology topology) {
        String[] commands =
                contexts.stream().map(Topics::commands).map(Topic::name).toArray(String[]::new);
        topology.addSource(
                COMMANDS, new ByteArrayDeserializer(), new ByteArrayDeserializer(), commands);
        EarlyCommit earlyCommit = new EarlyCommit(COMMIT_INTERVAL, COMMIT_INTERVAL);
        GuardedProcessor.addTo(
                topology,
                DECIDE,
                () ->
                        new DecideProcessor(
                                ids,
                                DecisionLogic.shipped(ids),
                                answers,
                                reminder,
                                earlyCommit,
                                taken,
                                written,
                                timerCommands),
                COMMANDS);
        topology.addStateStore(store(AggregateStore.NAME), DECIDE);
        topology.addStateStore(store(IdempotencyStore.NAME), DECIDE);
        topology.addStateStore(store(TimerStore.NAME), DECIDE);
        topology.addSink(
                Topics.DEAD_LETTERS.name(),
                Topics.DEAD_LETTERS.name(),
                new ByteArraySerializer(),
                PartitionedValue.SERIALIZER,
                DECIDE);
        for (Context context : contexts) {
            addSink(topology, context.events());
            addSink(topology, context.settlements());
        }
    }

    private static void addSink(Topology topology, Topic topic) {
        topology.addSink(
                topic.name(),
                topic.name(),
                new ByteArraySerializer(),
                PartitionedValue.SERIALIZER,
                PartitionedValue.PARTITIONER,
                DECIDE);
    }

    private StoreBuilder<KeyValueStore<Bytes, byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(stores.apply(name), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingDisabled();
    }
}
