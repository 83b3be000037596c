package io.postrider.decider;

import static java.util.Objects.requireNonNull;

import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.ProjectionMemory;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** The whole decider topology without a broker: commands in, answers and events out. */
final class DeciderHarness implements AutoCloseable {

    static final SchemaIds IDS = LockedSchemaIds.shipped();

    private static final String APPLICATION = "postrider-decider";
    private static final Map<Context, CommandCodec> COMMAND_CODECS = new EnumMap<>(Context.class);
    private static final Map<Context, EventCodec> EVENT_CODECS = new EnumMap<>(Context.class);

    static {
        for (Context context : Context.values()) {
            COMMAND_CODECS.put(context, CommandCodec.of(context, IDS));
            EVENT_CODECS.put(context, EventCodec.of(context, IDS));
        }
    }

    private final ProjectionMemory memory = new ProjectionMemory(8 << 20, 4 << 20);
    private final Path stateDir = stateDir();
    private final TopologyTestDriver driver;
    private final Map<Context, TestInputTopic<byte[], byte[]>> commands =
            new EnumMap<>(Context.class);
    private final Map<Context, TestOutputTopic<byte[], byte[]>> events =
            new EnumMap<>(Context.class);
    private final Map<Context, TestOutputTopic<byte[], byte[]>> settlements =
            new EnumMap<>(Context.class);
    private final List<Answer> answers = new ArrayList<>();
    private final List<CommandRecord> reminders = new ArrayList<>();

    /** The trace of each reminder. */
    final List<String> remindedTraces = new ArrayList<>();

    /** Whether what comes to be asked can be sent. */
    boolean reminding = true;

    /** What the sending of a reminder does first. */
    Consumer<CommandRecord> remindingOf = _ -> {};

    /** What the sink does with an answer to a command. */
    Consumer<String> answering = _ -> {};

    private int number;

    /** What the sink heard. */
    record Answer(@Nullable String replyTo, String commandId, CommandOutcome outcome) {}

    DeciderHarness() {
        this(Instant.now());
    }

    /** A decider on a node whose clock says this at first. */
    DeciderHarness(Instant clock) {
        OutcomeListener sink =
                (node, id, outcome) -> {
                    answers.add(new Answer(node, id, outcome));
                    answering.accept(id);
                };
        var settings =
                new StreamsSettings(
                        KafkaSettings.single("localhost:1", Durability.FSYNC, "test"),
                        stateDir,
                        memory,
                        null);
        Topology topology = new Topology();
        new DeciderTopology(
                        EnumSet.allOf(Context.class),
                        IDS,
                        sink,
                        this::remind,
                        settings.transactionalStores(APPLICATION)::supplier,
                        _ -> {},
                        _ -> {},
                        new FullestPart())
                .addTo(topology);
        driver =
                new TopologyTestDriver(
                        topology,
                        DeciderTopology.properties(
                                settings, APPLICATION, DeciderTopology.COMMIT_INTERVAL),
                        clock);
        for (Context context : Context.values()) {
            commands.put(
                    context,
                    driver.createInputTopic(
                            Topics.commands(context).name(),
                            new ByteArraySerializer(),
                            new ByteArraySerializer()));
            events.put(context, output(context.events()));
            settlements.put(context, output(context.settlements()));
        }
    }

    private boolean remind(Context context, CommandRecord command, @Nullable String traceparent) {
        remindingOf.accept(command);
        remindedTraces.add(String.valueOf(traceparent));
        return reminders.add(command) && reminding;
    }

    private TestOutputTopic<byte[], byte[]> output(Topic topic) {
        return driver.createOutputTopic(
                topic.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** A command that no other of this bench resembles. */
    CommandBuilder asking(Context context, String aggregate, @Nullable Record body) {
        return CommandBuilder.of(++number, context, aggregate, body);
    }

    CommandBuilder creating(Link link) {
        return asking(Context.LINKS, link.key(), new CreateLink(link));
    }

    /** Sends a command and hears the answer. */
    CommandOutcome send(CommandBuilder asked) {
        return answerTo(asked).outcome();
    }

    Answer answerTo(CommandBuilder asked) {
        return pipe(
                asked.context(),
                new TestRecord<>(utf8(asked.aggregate()), asked.framed(), asked.appended()));
    }

    Answer pipe(Context context, TestRecord<byte[], byte[]> record) {
        int before = answers.size();
        requireNonNull(commands.get(context)).pipeInput(record);
        if (answers.size() != before + 1) {
            throw new AssertionError("answers: " + (answers.size() - before));
        }
        return answers.getLast();
    }

    /** Lets time pass, and tells what came to be asked meanwhile; nothing of it is sent. */
    List<CommandRecord> remindedIn(Duration time) {
        reminders.clear();
        driver.advanceWallClockTime(time);
        return List.copyOf(reminders);
    }

    /** What was set aside since the last call. */
    List<DeadLetter> deadLetters() {
        ValueCodec<DeadLetter> codec = ValueCodec.deadLetters(IDS);
        return output(Topics.DEAD_LETTERS).readValuesToList().stream().map(codec::decode).toList();
    }

    /** The event records since the last call, as bytes. */
    List<TestRecord<byte[], byte[]>> written(Context context) {
        return requireNonNull(events.get(context)).readRecordsToList();
    }

    /** The event records since the last call. */
    List<EventRecord> events(Context context) {
        EventCodec codec = eventCodec(context);
        return written(context).stream().map(record -> codec.decode(record.value())).toList();
    }

    EventRecord onlyEvent(Context context) {
        return only(events(context));
    }

    /** The settlement records since the last call, as bytes. */
    List<TestRecord<byte[], byte[]>> settled(Context context) {
        return requireNonNull(settlements.get(context)).readRecordsToList();
    }

    /** The settlement records since the last call. */
    List<EventRecord> settlements(Context context) {
        EventCodec codec = EventCodec.settlements(context, IDS);
        return settled(context).stream().map(record -> codec.decode(record.value())).toList();
    }

    EventRecord onlySettlement(Context context) {
        return only(settlements(context));
    }

    private static EventRecord only(List<EventRecord> all) {
        if (all.size() != 1) {
            throw new AssertionError("records: " + all);
        }
        return all.getFirst();
    }

    KeyValueStore<Bytes, byte[]> store(String name) {
        return driver.getKeyValueStore(name);
    }

    int stored(String name) {
        int count = 0;
        try (var all = store(name).all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    static CommandCodec commandCodec(Context context) {
        return requireNonNull(COMMAND_CODECS.get(context));
    }

    static EventCodec eventCodec(Context context) {
        return requireNonNull(EVENT_CODECS.get(context));
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
        try {
            FileSystemUtils.deleteRecursively(stateDir);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path stateDir() {
        try {
            return Files.createTempDirectory("decider");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
