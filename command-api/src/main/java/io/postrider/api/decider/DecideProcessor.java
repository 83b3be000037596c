package io.postrider.api.decider;

import io.postrider.runtime.streams.EarlyCommit;
import io.postrider.schemas.Outcome;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.IntConsumer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Reads a command, decides, writes the events or a settlement, and answers before they are committed. */
final class DecideProcessor implements Processor<byte[], byte[], byte[], Placed> {

    private final CommandReader reader;
    private final DecisionLogic logic;
    private final ValueCodec<Outcome> outcomeCodec;
    private final AnswerSink answers;
    private final Reminder reminder;
    private final EarlyCommit earlyCommit;
    private final IntConsumer taken;
    private @Nullable Running running;

    private record Running(
            ProcessorContext<byte[], Placed> context, Decisions decisions, Reminders reminders) {}

    DecideProcessor(
            SchemaIds ids,
            DecisionLogic logic,
            AnswerSink answers,
            Reminder reminder,
            EarlyCommit earlyCommit,
            IntConsumer taken) {
        this.taken = taken;
        this.reader = new CommandReader(ids);
        this.logic = logic;
        this.outcomeCodec = ValueCodec.outcomes(ids);
        this.answers = answers;
        this.reminder = reminder;
        this.earlyCommit = earlyCommit;
    }

    @Override
    public void init(ProcessorContext<byte[], Placed> context) {
        AggregateStore aggregates = new AggregateStore(context.getStateStore(AggregateStore.NAME));
        OutcomeStore outcomes =
                new OutcomeStore(context.getStateStore(OutcomeStore.NAME), outcomeCodec);
        DueStore due = new DueStore(context.getStateStore(DueStore.NAME));
        Reminders reminders = new Reminders(logic.newest(), aggregates, due, reminder);
        taken.accept(context.taskId().partition());
        running = new Running(context, new Decisions(logic, aggregates, outcomes, due), reminders);
        var _ =
                context.schedule(
                        Reminders.EVERY,
                        PunctuationType.WALL_CLOCK_TIME,
                        now -> reminders.run(Instant.ofEpochMilli(now)));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (running == null) {
            throw new IllegalStateException("not initialised");
        }
        ProcessorContext<byte[], Placed> context = running.context;
        Received received = reader.read(record, context.recordMetadata().orElseThrow());
        Decisions.Result result = running.decisions.on(received);
        Origin cause = received.origin();
        List<Emitted> records = result.records();
        for (int i = 0; i < records.size(); i++) {
            boolean last = i == records.size() - 1;
            Emitted emitted = records.get(i);
            context.forward(record(emitted, cause, last), emitted.topic().name());
        }
        answers.answer(received.header().replyTo(), received.header().id(), result.outcome());
        long now = context.currentSystemTimeMs();
        running.reminders.processed(cause.appended(), Instant.ofEpochMilli(now));
        if (earlyCommit.after(record.timestamp(), now)) {
            context.commit();
        }
    }

    private static Record<byte[], Placed> record(Emitted emitted, Origin cause, boolean last) {
        return new Record<>(
                emitted.header().aggregate().getBytes(StandardCharsets.UTF_8),
                new Placed(cause.partition(), emitted.framed()),
                emitted.header().time().toEpochMilli(),
                last
                        ? EventHeaders.ofLast(emitted.header(), cause)
                        : EventHeaders.of(emitted.header(), cause));
    }
}
