package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.postrider.automation.engine.RuleDirectory.InForce;
import io.postrider.automation.rules.Flow;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleState;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Cause;
import io.postrider.schemas.Context;
import io.postrider.schemas.RunLimitSignal;
import io.postrider.schemas.codec.CommandCodec;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Starts the runs of rules within the limits of the rules: events are debounced first, then counted, and runs are queued last.
 * Records that are read again after a crash cause the same commands.
 */
final class RunLimitProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private static final Duration ROUND = Duration.ofMillis(200);

    private static final String NOT_ACTIVE = "The rule was no longer active at the scheduled time.";

    private final RuleDirectory rules;
    private final ChangeBarrier changes;
    private final RuleLimits limits;
    private final SystemCommands runs;
    private final InstantSource clock;
    private final RunLimitBounds bounds;
    private final ValueCodec<RunLimitSignal> codec;
    private final CommandCodec commands;
    private @Nullable Kept kept;

    private record Kept(
            FlowOutbox outbox, RateCounters counters, Debounces debounces, RunQueues queues) {}

    RunLimitProcessor(
            SchemaIds ids,
            RuleDirectory rules,
            ChangeBarrier changes,
            RuleLimits limits,
            SystemCommands runs,
            InstantSource clock,
            RunLimitBounds bounds) {
        this.rules = rules;
        this.changes = changes;
        this.limits = limits;
        this.runs = runs;
        this.clock = clock;
        this.bounds = bounds;
        this.codec = ValueCodec.turns(ids);
        this.commands = CommandCodec.of(Context.RUNS, ids);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        FlowStore store = new FlowStore(context.getStateStore(FlowStore.NAME));
        FlowOutbox outbox = new FlowOutbox(store, this::forward);
        Kept made =
                new Kept(
                        outbox,
                        new RateCounters(store),
                        new Debounces(store, codec, this::beginHeld, this::skip),
                        new RunQueues(store, rules, runs, outbox));
        bounds.add(made.counters(), made.debounces(), made.queues());
        kept = made;
        var _ = context.schedule(ROUND, PunctuationType.WALL_CLOCK_TIME, _ -> round());
    }

    @Override
    public void close() {
        Kept made = kept;
        if (made != null) {
            bounds.remove(made.counters(), made.debounces(), made.queues());
        }
    }

    private Kept kept() {
        return requireNonNull(kept);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private void round() {
        Instant now = now();
        kept().outbox().round(now.toEpochMilli());
        kept().counters().round(now);
        kept().debounces().round(now);
        kept().queues().round(now.toEpochMilli());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RunLimitSignal turn = codec.decode(record.value());
        switch (turn.kind()) {
            case RunLimitSignal.BEGINS -> {
                if (!isHeld(turn)) {
                    begin(turn, false);
                }
            }
            case RunLimitSignal.WAITS -> waits(turn);
            case RunLimitSignal.ENDED -> kept().queues().ended(turn, clock.millis());
            default -> throw new IllegalArgumentException("no kind of turn: " + turn.kind());
        }
    }

    /** The limits of the version that the event was matched with. */
    private Optional<Flow> flow(RunLimitSignal turn) {
        Optional<InForce> known = rules.version(turn.rule(), turn.ruleVersion());
        if (known.isEmpty()) {
            changes.await();
            known = rules.version(turn.rule(), turn.ruleVersion());
        }
        return known.map(rule -> rule.definition().flow());
    }

    private boolean isHeld(RunLimitSignal turn) {
        String group = turn.debounce();
        return group != null
                && flow(turn)
                        .flatMap(flow -> Optional.ofNullable(flow.debounce()))
                        .filter(debounce -> kept().debounces().holds(turn, group, debounce, now()))
                        .isPresent();
    }

    /** An event whose time has come. No record leads to it again. */
    private void beginHeld(RunLimitSignal turn) {
        if (rules.rule(turn.rule()).map(Rule::state).equals(Optional.of(RuleState.ACTIVE))) {
            begin(turn, true);
        } else {
            skip(turn, NOT_ACTIVE);
        }
    }

    private void begin(RunLimitSignal turn, boolean wasHeld) {
        Optional<String> objection = objection(turn);
        if (objection.isPresent()) {
            skip(turn, objection.get());
        } else if (wasHeld) {
            Run run = run(turn);
            byte[] start = runs.value(run.workspace(), run.id(), new StartRun(run), Cause.of(run));
            kept().outbox().send(run.id(), "start", start, clock.millis());
        } else {
            forward(new Record<>(turn.run().getBytes(US_ASCII), turn.start(), clock.millis()));
        }
    }

    private Optional<String> objection(RunLimitSignal turn) {
        String group = turn.rate();
        return group == null
                ? Optional.empty()
                : flow(turn)
                        .flatMap(flow -> Optional.ofNullable(flow.rateLimit()))
                        .flatMap(limit -> kept().counters().objection(turn, group, limit, now()));
    }

    private void waits(RunLimitSignal turn) {
        String group = turn.queue();
        long offset = context().recordMetadata().map(RecordMetadata::offset).orElse(0L);
        if (group != null) {
            var _ = flow(turn);
            kept().queues()
                    .waits(turn, group, offset, clock.millis())
                    .ifPresent(full -> forward(runs.record(turn.workspace(), turn.run(), full)));
        }
    }

    private void skip(RunLimitSignal turn, String reason) {
        Instant now = now();
        if (limits.keepsSkip(turn.rule(), now)) {
            Run run = run(turn).with(RunStatus.SKIPPED, reason, List.of(), null, now);
            forward(runs.record(run.workspace(), run.id(), new StartRun(run), Cause.of(run)));
        }
    }

    private Run run(RunLimitSignal turn) {
        return ((StartRun) requireNonNull(commands.decode(turn.start()).body())).run();
    }

    private void forward(Record<byte[], byte[]> command) {
        context().forward(command, EngineTopology.RUN_COMMANDS);
    }
}
