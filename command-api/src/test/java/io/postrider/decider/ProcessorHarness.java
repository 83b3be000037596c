package io.postrider.decider;

import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.streams.EarlyCommit;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** The decider's processor alone, in any partition, with stores in memory: fast enough for long histories. */
public final class ProcessorHarness {

    private static final DecisionLogic SHIPPED = DecisionLogic.shipped(DeciderHarness.IDS);

    private final List<Integer> taken = new ArrayList<>();
    private final MockProcessorContext<byte[], PartitionedValue> context;
    private final Map<String, KeyValueStore<Bytes, byte[]>> stores = new LinkedHashMap<>();
    private final int partition;
    private final Map<Context, Long> offsets = new LinkedHashMap<>();
    private final List<DeciderHarness.Answer> answers = new ArrayList<>();
    private Headers headers = new RecordHeaders();
    private long appendedMillis = Samples.NOW.toEpochMilli();
    private final DecideProcessor processor;

    ProcessorHarness() {
        this(0);
    }

    /** A decider of one partition. */
    public ProcessorHarness(int partition) {
        this(partition, SHIPPED);
    }

    ProcessorHarness(int partition, DecisionLogic logic) {
        this.partition = partition;
        this.context = context(partition);
        this.processor =
                new DecideProcessor(
                        DeciderHarness.IDS,
                        logic,
                        (node, id, outcome) ->
                                answers.add(new DeciderHarness.Answer(node, id, outcome)),
                        (_, _, _) -> true,
                        new EarlyCommit(Duration.ofMillis(100), Duration.ofMillis(100)),
                        taken::add,
                        _ -> {},
                        new FullestPart());
        for (String name : List.of(AggregateStore.NAME, IdempotencyStore.NAME, TimerStore.NAME)) {
            KeyValueStore<Bytes, byte[]> store =
                    Stores.keyValueStoreBuilder(
                                    Stores.inMemoryKeyValueStore(name),
                                    Serdes.Bytes(),
                                    Serdes.ByteArray())
                            .withLoggingDisabled()
                            .build();
            store.init(context.getStateStoreContext(), store);
            stores.put(name, store);
        }
        context.setCurrentSystemTimeMs(0);
        processor.init(context);
    }

    /** What became of a command, and the events of the business that it led to. */
    public record Decided(CommandOutcome outcome, List<EventRecord> events) {}

    /** Decides on a command at the next offset. */
    public Decided decide(Context of, CommandRecord command) {
        appendedMillis = command.header().time().toEpochMilli();
        var _ = process(of, DeciderHarness.commandCodec(of).encode(command));
        List<EventRecord> events =
                forwarded(of.events()).stream()
                        .map(record -> DeciderHarness.eventCodec(of).decode(record.value().value()))
                        .toList();
        return new Decided(latestOutcome(), events);
    }

    /** From now on commands name a version of the decision logic. */
    void name(int version) {
        headers = new RecordHeaders();
        headers.add(DecisionLogic.HEADER, DecisionLogic.header(version));
    }

    private static MockProcessorContext<byte[], PartitionedValue> context(int partition) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "localhost:1");
        return new MockProcessorContext<>(config, new TaskId(0, partition), null);
    }

    /** Begins anew with what the stores have. */
    void restart() {
        processor.init(context);
    }

    /** The partitions that the processor was given, the newest last. */
    List<Integer> taken() {
        return taken;
    }

    MockProcessorContext<byte[], PartitionedValue> context() {
        return context;
    }

    DeciderHarness.Answer latestAnswer() {
        return answers.getLast();
    }

    CommandOutcome latestOutcome() {
        return latestAnswer().outcome();
    }

    /** The log takes what comes next at another time. */
    ProcessorHarness at(Instant appended) {
        appendedMillis = appended.toEpochMilli();
        return this;
    }

    /** Processes a record at the next offset, and returns what it forwards. */
    List<Record<byte[], PartitionedValue>> process(Context of, byte @Nullable [] value) {
        return process(of, partition, offsets.merge(of, 1L, Long::sum) - 1, value);
    }

    List<Record<byte[], PartitionedValue>> process(
            Context of, int partition, long offset, byte @Nullable [] value) {
        context.resetForwards();
        context.setRecordMetadata(Topics.commands(of).name(), partition, offset);
        processor.process(new Record<>(new byte[0], value, appendedMillis, headers));
        List<Record<byte[], PartitionedValue>> forwarded = forwarded(of.events());
        forwarded.addAll(forwarded(of.settlements()));
        return forwarded;
    }

    /** What the latest record forwarded to a topic. */
    List<Record<byte[], PartitionedValue>> forwarded(Topic topic) {
        List<Record<byte[], PartitionedValue>> forwarded = new ArrayList<>();
        for (var captured : context.forwarded(topic.name())) {
            Record<? extends byte[], ? extends PartitionedValue> record = captured.record();
            forwarded.add(
                    new Record<>(
                            record.key(), record.value(), record.timestamp(), record.headers()));
        }
        return forwarded;
    }

    /** Processes a record that the log took at one time at another; whether it asked for a commit. */
    boolean asksForCommit(long appended, long now) {
        context.resetCommit();
        context.setCurrentSystemTimeMs(now);
        appendedMillis = appended;
        process(Context.LINKS, new byte[] {9});
        return context.committed();
    }

    Map<String, KeyValueStore<Bytes, byte[]>> stores() {
        return stores;
    }
}
