package io.postrider.decider;

import static java.util.Objects.requireNonNullElse;

import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.meters.FullestPart;
import io.postrider.platform.streams.DeadLetterHandler;
import io.postrider.platform.streams.EarlyCommit;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Topic;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Reads a command, decides, writes the events or a settlement, and answers before they are committed. */
final class DecideProcessor implements Processor<byte[], byte[], byte[], PartitionedValue> {

    private final CommandReader reader;
    private final DecisionLogic logic;
    private final ValueCodec<CommandOutcome> outcomeCodec;
    private final OutcomeListener answers;
    private final ScheduledCommandSender reminder;
    private final EarlyCommit earlyCommit;
    private final IntConsumer taken;
    private final Consumer<String> written;
    private final FullestPart timerCommands;
    private @Nullable Running running;
    private @Nullable Cancellable rounds;

    private record Running(
            ProcessorContext<byte[], PartitionedValue> context,
            List<StagedStore> stores,
            CommandExecutor decisions,
            Timers reminders,
            DeadLetters letters) {}

    DecideProcessor(
            SchemaIds ids,
            DecisionLogic logic,
            OutcomeListener answers,
            ScheduledCommandSender reminder,
            EarlyCommit earlyCommit,
            IntConsumer taken,
            Consumer<String> written,
            FullestPart timerCommands) {
        this.timerCommands = timerCommands;
        this.taken = taken;
        this.written = written;
        this.reader = new CommandReader(ids);
        this.logic = logic;
        this.outcomeCodec = ValueCodec.outcomes(ids);
        this.answers = answers;
        this.reminder = reminder;
        this.earlyCommit = earlyCommit;
    }

    @Override
    public void init(ProcessorContext<byte[], PartitionedValue> context) {
        List<StagedStore> stores =
                Stream.of(AggregateStore.NAME, IdempotencyStore.NAME, TimerStore.NAME)
                        .map(name -> new StagedStore(context.getStateStore(name)))
                        .toList();
        AggregateStore aggregates = new AggregateStore(stores.get(0));
        IdempotencyStore outcomes = new IdempotencyStore(stores.get(1), outcomeCodec);
        TimerStore due = new TimerStore(stores.get(2));
        Timers reminders = new Timers(logic.newest(), aggregates, due, reminder);
        timerCommands.add(reminders, reminders::underWay);
        taken.accept(context.taskId().partition());
        running =
                new Running(
                        context,
                        stores,
                        new CommandExecutor(logic, aggregates, outcomes, due),
                        reminders,
                        DeadLetterHandler.letters(context.appConfigs()));
        schedule(running);
    }

    @Override
    public void close() {
        if (running != null) {
            timerCommands.remove(running.reminders);
        }
    }

    /** Kafka Streams commits after each round, so that there is none while no command is scheduled. */
    private void schedule(Running running) {
        if (rounds == null) {
            rounds =
                    running.context.schedule(
                            Timers.EVERY,
                            PunctuationType.WALL_CLOCK_TIME,
                            now -> round(running.reminders, Instant.ofEpochMilli(now)));
        }
    }

    private void round(Timers reminders, Instant now) {
        reminders.run(now);
        if (rounds != null && reminders.isIdle()) {
            rounds.cancel();
            rounds = null;
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (running == null) {
            throw new IllegalStateException("not initialised");
        }
        try {
            process(running, record);
        } finally {
            running.stores.forEach(StagedStore::discard);
        }
    }

    private void process(Running running, Record<byte[], byte[]> record) {
        ProcessorContext<byte[], PartitionedValue> context = running.context;
        DecodedCommand received = reader.read(record, context.recordMetadata().orElseThrow());
        Decided decided = decided(running, received, record);
        running.stores.forEach(StagedStore::write);
        decided.forwards.forEach(each -> context.forward(each.record, each.topic.name()));
        decided.events.forEach(written);
        IsolatedRound.run(
                "answers",
                List.of(decided.outcome),
                outcome ->
                        answers.answer(
                                received.header().replyTo(), received.header().id(), outcome));
        long now = context.currentSystemTimeMs();
        schedule(running);
        running.reminders.processed(received.origin().appended(), Instant.ofEpochMilli(now));
        if (earlyCommit.after(record.timestamp(), now)) {
            context.commit();
        }
    }

    /** The result of a command, with all its records, and the types of those that are events. */
    private record Decided(CommandOutcome outcome, List<Forward> forwards, List<String> events) {}

    private record Forward(Topic topic, Record<byte[], PartitionedValue> record) {}

    /** A command on which the decision throws is rejected at once and listed as a dead letter. */
    private static Decided decided(
            Running running, DecodedCommand received, Record<byte[], byte[]> record) {
        try {
            return prepared(
                    running,
                    received,
                    record,
                    running.decisions.on(received),
                    received instanceof DecodedCommand.Unreadable unreadable
                            ? unreadable.cause()
                            : null);
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            if (DeadLetterHandler.isOfPlatform(e)) {
                throw e;
            }
            running.stores.forEach(StagedStore::discard);
            return prepared(running, received, record, running.decisions.failed(received), e);
        }
    }

    private static Decided prepared(
            Running running,
            DecodedCommand received,
            Record<byte[], byte[]> record,
            CommandExecutor.Result result,
            @Nullable Throwable failure) {
        CommandPosition cause = received.origin();
        List<EncodedEvent> records = result.records();
        List<Forward> forwards = new ArrayList<>(records.size());
        for (int i = 0; i < records.size(); i++) {
            EncodedEvent emitted = records.get(i);
            boolean last = i == records.size() - 1;
            forwards.add(new Forward(emitted.topic(), record(emitted, cause, last)));
        }
        if (failure != null && !DeadLetterHandler.isReport(received.header().type())) {
            forwards.add(deadLetter(running, received, record, failure));
        }
        Topic events = cause.context().events();
        return new Decided(
                result.outcome(),
                forwards,
                records.stream()
                        .filter(emitted -> emitted.topic().equals(events))
                        .map(emitted -> emitted.header().type())
                        .toList());
    }

    private static Forward deadLetter(
            Running running,
            DecodedCommand received,
            Record<byte[], byte[]> record,
            Throwable failure) {
        CommandPosition cause = received.origin();
        String workspace = received.header().workspace();
        var letter =
                running.letters.setAside(
                        DeciderTopology.DECIDE,
                        DeadLetters.source(
                                Topics.commands(cause.context()).name(),
                                cause.partition(),
                                cause.offset(),
                                record.timestamp(),
                                record.headers(),
                                record.key(),
                                record.value()),
                        workspace.isEmpty() ? null : workspace,
                        failure);
        return new Forward(
                Topics.DEAD_LETTERS,
                new Record<>(
                        letter.key(),
                        new PartitionedValue(
                                requireNonNullElse(letter.partition(), cause.partition()),
                                letter.value()),
                        running.context.currentSystemTimeMs()));
    }

    private static Record<byte[], PartitionedValue> record(
            EncodedEvent emitted, CommandPosition cause, boolean last) {
        return new Record<>(
                emitted.header().aggregate().getBytes(StandardCharsets.UTF_8),
                new PartitionedValue(cause.partition(), emitted.framed()),
                emitted.header().time().toEpochMilli(),
                last
                        ? EventHeaders.ofLast(emitted.header(), cause)
                        : EventHeaders.of(emitted.header(), cause));
    }
}
