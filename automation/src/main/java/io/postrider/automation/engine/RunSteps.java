package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.postrider.automation.rules.RuleDefinition;
import io.postrider.automation.rules.RunStepper;
import io.postrider.automation.rules.Sealer;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.AdvanceRun;
import io.postrider.domain.runs.RunEvent;
import io.postrider.domain.runs.RunStatus;
import io.postrider.domain.runs.Step;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.platform.evaluations.Pending;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.schemas.Cause;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.schemas.json.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the events of runs: requests the effects of the steps that have just begun, and determines the next steps of a run
 * without open ones. An event that is read twice requests the same effects and the same change.
 */
final class RunSteps extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    /** The reason of the failure of a deleted rule's run. */
    static final String RULE_GONE = "The rule was deleted, or its version is no longer stored.";

    private final EventFacts facts;
    private final ValueCodec<Delivery> effects;
    private final RuleDirectory rules;
    private final Sealer sealer;
    private final SystemCommands commands;
    private final EvaluationPool pool;
    private final RulePauses pauses;
    private final RunLimitSignals turns;
    private final InstantSource clock;
    private @Nullable Evaluations evaluations;

    RunSteps(
            EventFacts facts,
            SchemaIds ids,
            RuleDirectory rules,
            Sealer sealer,
            SystemCommands commands,
            EvaluationPool pool,
            RulePauses pauses,
            RunLimitSignals turns,
            InstantSource clock) {
        this.facts = facts;
        this.effects = ValueCodec.deliveries(Topics.EFFECTS, ids);
        this.rules = rules;
        this.sealer = sealer;
        this.commands = commands;
        this.pool = pool;
        this.pauses = pauses;
        this.turns = turns;
        this.clock = clock;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        evaluations =
                new Evaluations(EngineTopology.STEPS, context, pool, this::advanced, pauses::rest);
    }

    @Override
    public void close() {
        if (evaluations != null) {
            evaluations.close();
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        String topic = context().recordMetadata().orElseThrow().topic();
        if (topic.equals(Context.RUNS.events().name())) {
            Optional<EventRecord> event = facts.decoded(topic, record.value());
            event.flatMap(this::turn).ifPresent(this::forward);
            event.flatMap(RunSteps::running)
                    .ifPresent(run -> go(run, Pending.read(context(), record)));
        }
        requireNonNull(evaluations).forward();
    }

    /** The signal to the limits of the rule about a run that waits, or has waited. */
    private Optional<Outcome> turn(EventRecord event) {
        if (!(event.payload() instanceof RunEvent change) || change.run().queue() == null) {
            return Optional.empty();
        }
        Run run = change.run();
        if (run.status() == RunStatus.QUEUED) {
            return Optional.of(turns.waits(run));
        }
        return run.status().isOpen() ? Optional.empty() : Optional.of(turns.ended(run));
    }

    private void forward(Outcome outcome) {
        context().forward(outcome.record(), outcome.sink());
    }

    private static Optional<Run> running(EventRecord event) {
        return event.payload() instanceof RunEvent change
                        && change.run().status() == RunStatus.RUNNING
                ? Optional.of(change.run())
                : Optional.empty();
    }

    private void go(Run run, ConsumerRecord<byte[], byte[]> read) {
        boolean open = false;
        for (Step step : run.steps()) {
            if (!step.status().isEnded()) {
                open = true;
                if (run.began(step)) {
                    ask(run, step, read.timestamp());
                }
            }
        }
        if (!open) {
            requireNonNull(evaluations).add(new Pending(run.workspace(), run.ruleId(), 0, read));
        }
    }

    private List<Outcome> advanced(Pending pending) {
        return facts.decoded(pending.topic(), pending.value())
                .flatMap(RunSteps::running)
                .map(run ->
                        List.of(
                                new Outcome(
                                        commands.record(
                                                run.workspace(),
                                                run.id(),
                                                next(run),
                                                Cause.of(run)),
                                        EngineTopology.RUN_COMMANDS)))
                .orElse(List.of());
    }

    private void ask(Run run, Step step, long timestamp) {
        Delivery effect = Effect.of(run, step).delivery(run.workspace(), run.updatedAt());
        context()
                .forward(
                        new Record<>(
                                effect.endpoint().getBytes(US_ASCII),
                                effects.encode(effect),
                                timestamp),
                        EngineTopology.EFFECTS);
    }

    private AdvanceRun next(Run run) {
        Optional<RuleDefinition> definition = rules.definition(run.ruleId(), run.ruleVersion());
        Optional<JsonNode> event =
                sealer.open(run.workspace(), Run.purpose(run.id()), run.event())
                        .map(text -> Json.mapper().readTree(text));
        if (definition.isEmpty() || event.isEmpty()) {
            String reason =
                    definition.isEmpty()
                            ? RULE_GONE
                            : "The encryption key of the workspace was deleted.";
            return new AdvanceRun(
                    run.workspace(), run.position(), RunStatus.FAILED, reason, run.steps(), null);
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return RunStepper.of(run, definition.get(), event.get(), sealer, now);
    }
}
