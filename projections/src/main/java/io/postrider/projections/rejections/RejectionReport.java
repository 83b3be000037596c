package io.postrider.projections.rejections;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.workspaces.RejectedRecords;
import io.postrider.domain.workspaces.WorkspaceCommand.ReportRejections;
import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.platform.streams.RoutedSink;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.NamePrefix;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * Counts the dead letters of each workspace and application by the minute in which it reads them, and reports each count once
 * its minute is over. The application runs exactly once, so a letter is in one count.
 */
public final class RejectionReport extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    /** The store of the counts whose minute is not over. */
    public static final String COUNTS = "rejections";

    private static final String SOURCE = "rejected-letters";
    private static final String REPORT = "report-rejections";
    private static final Duration ROUND = Duration.ofSeconds(1);

    private final ValueCodec<DeadLetter> letters;
    private final SystemCommands commands;
    private @Nullable KeyValueStore<Bytes, byte[]> counts;

    private RejectionReport(SchemaIds ids) {
        letters = ValueCodec.deadLetters(ids);
        commands =
                new SystemCommands("rejections", Context.WORKSPACES, ids, InstantSource.system());
    }

    /** Adds the report to the topology of an application that runs exactly once, as a part of its own. */
    public static void addTo(
            Topology topology,
            SchemaIds ids,
            Partitions partitions,
            Function<String, KeyValueBytesStoreSupplier> stores) {
        topology.addSource(
                SOURCE,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.DEAD_LETTERS.name());
        GuardedProcessor.addTo(topology, REPORT, () -> new RejectionReport(ids), SOURCE);
        topology.addStateStore(
                Stores.keyValueStoreBuilder(
                        stores.apply(COUNTS), Serdes.Bytes(), Serdes.ByteArray()),
                REPORT);
        RoutedSink.addTo(
                topology,
                "rejection-commands",
                Context.WORKSPACES.commands().name(),
                partitions,
                REPORT);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        counts = context.getStateStore(COUNTS);
        var _ = context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, this::report);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (record.value() == null) {
            return;
        }
        DeadLetter letter = letters.decode(record.value());
        String workspace = letter.workspace();
        // Each node writes the letters of its views.
        boolean ofView = letter.application().startsWith(DeadLetters.VIEWS);
        if (ofView || workspace == null || Id.parse(IdKind.WS, workspace).isEmpty()) {
            return;
        }
        Instant minute =
                Instant.ofEpochMilli(context().currentSystemTimeMs())
                        .truncatedTo(ChronoUnit.MINUTES);
        Count.Key key = new Count.Key(minute, workspace, letter.application());
        byte[] before = store().get(key.bytes());
        Count after = before == null ? new Count(1, letter.exception()) : Count.read(before).next();
        store().put(key.bytes(), after.bytes());
    }

    /** Forwards the commands of the minutes that are over. */
    private void report(long millis) {
        Instant minute = Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.MINUTES);
        List<KeyValue<Bytes, byte[]>> over = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> found =
                store().range(Count.Key.before(Instant.EPOCH), Count.Key.before(minute))) {
            found.forEachRemaining(over::add);
        }
        IsolatedRound.run("rejections", over, this::report);
    }

    /** An unreadable entry is removed as well, so that it fails once. */
    private void report(KeyValue<Bytes, byte[]> entry) {
        store().delete(entry.key);
        Count.Key key = Count.Key.read(entry.key);
        Count count = Count.read(entry.value);
        context()
                .forward(
                        commands.once(
                                key.workspace(),
                                key.workspace(),
                                new ReportRejections(
                                        new RejectedRecords(
                                                NamePrefix.without(key.application()),
                                                key.minute(),
                                                count.records(),
                                                count.exception())),
                                key.minute(),
                                "rejections/" + key));
    }

    private KeyValueStore<Bytes, byte[]> store() {
        return requireNonNull(counts);
    }
}
