package io.postrider.automation.engine;

import static java.util.Objects.requireNonNull;

import io.postrider.automation.engine.Matcher.Groups;
import io.postrider.automation.engine.Matcher.Matched;
import io.postrider.automation.engine.RuleDirectory.InForce;
import io.postrider.automation.engine.Schedules.Due;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.evaluations.Evaluations.Outcome;
import io.postrider.platform.evaluations.Pending;
import io.postrider.platform.kafka.DeadLetters;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.streams.IsolatedRound;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Cause;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.CloudEventHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Starts the runs of the rules that an event is for, once the rules are known as far as the event could have seen them. */
final class RuleMatchProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    /** Clocks of nodes differ; a rule may act on events accepted shortly before it was published. */
    private static final Duration EARLIER = Duration.ofSeconds(10);

    /** Of an event that no record brought. */
    private static final long NO_OFFSET = -1;

    private static final Duration SCHEDULES_LOOKED_AT = Duration.ofSeconds(1);

    private final EventFacts facts;
    private final RuleDirectory rules;
    private final Matcher matcher;
    private final RuleLimits limits;
    private final EventJson json;
    private final ChangeBarrier changes;
    private final LongSupplier polls;
    private final SystemCommands runs;
    private final RulePauses pauses;
    private final RunLimitSignals turns;
    private final InstantSource clock;
    private final Partitions partitions;
    private final EvaluationPool pool;
    private final Schedules schedules = new Schedules();
    private long knownAsOfPoll = -1;
    private @Nullable Evaluations evaluations;

    RuleMatchProcessor(
            EventFacts facts,
            RuleDirectory rules,
            Matcher matcher,
            RuleLimits limits,
            EventJson json,
            ChangeBarrier changes,
            LongSupplier polls,
            SystemCommands runs,
            RulePauses pauses,
            RunLimitSignals turns,
            Partitions partitions,
            EvaluationPool pool,
            InstantSource clock) {
        this.facts = facts;
        this.rules = rules;
        this.matcher = matcher;
        this.limits = limits;
        this.json = json;
        this.changes = changes;
        this.polls = polls;
        this.runs = runs;
        this.pauses = pauses;
        this.turns = turns;
        this.partitions = partitions;
        this.pool = pool;
        this.clock = clock;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        evaluations =
                new Evaluations(EngineTopology.MATCH, context, pool, this::matched, pauses::rest);
        var _ =
                context.schedule(
                        SCHEDULES_LOOKED_AT, PunctuationType.WALL_CLOCK_TIME, this::startScheduled);
    }

    @Override
    public void close() {
        if (evaluations != null) {
            evaluations.close();
        }
    }

    /** A task looks at the rules of its partition, so that each rule has one that does. */
    private void startScheduled(long millis) {
        Instant now = Instant.ofEpochMilli(millis);
        List<InForce> own = rules.scheduled().stream().filter(rule -> isOwn(rule.rule())).toList();
        IsolatedRound.run("schedules", schedules.due(own, now), this::add);
        requireNonNull(evaluations).forward();
        IsolatedRound.run(
                "rests",
                rules.resting().stream()
                        .filter(rule -> isOwn(rule) && !rule.restsUntil().isAfter(now))
                        .toList(),
                this::resume);
    }

    private boolean isOwn(Rule rule) {
        return partitions.of(rule.id()) == context().taskId().partition();
    }

    private void add(Due due) {
        add(
                due.rule(),
                DeadLetters.source(
                        facts.published(),
                        context().taskId().partition(),
                        NO_OFFSET,
                        now().toEpochMilli(),
                        new RecordHeaders(),
                        null,
                        facts.encoded(due.event())));
    }

    private void resume(Rule rule) {
        Outcome resume = pauses.resume(rule);
        context().forward(resume.record(), resume.sink());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long poll = polls.getAsLong();
        if (poll != knownAsOfPoll) {
            changes.await();
            knownAsOfPoll = poll;
        }
        pauseRulesOfRevoked(record);
        List<InForce> meant = meant(record.headers());
        byte[] value = record.value();
        if (!meant.isEmpty() && value != null) {
            ConsumerRecord<byte[], byte[]> read = Pending.read(context(), record);
            facts.decoded(read.topic(), value)
                    .ifPresent(event -> {
                        Instant at = Instant.ofEpochMilli(record.timestamp()).plus(EARLIER);
                        meant.stream()
                                .filter(rule ->
                                        Matcher.isFor(rule, event)
                                                && !at.isBefore(rule.version().publishedAt()))
                                .forEach(rule -> add(rule, read));
                    });
        }
        requireNonNull(evaluations).forward();
    }

    private void pauseRulesOfRevoked(Record<byte[], byte[]> record) {
        if (!"key.revoked".equals(CloudEventHeaders.type(record.headers()))) {
            return;
        }
        facts.decoded(Pending.read(context(), record).topic(), record.value())
                .map(EventRecord::payload)
                .ifPresent(event -> {
                    if (event instanceof KeyRevoked(ApiKey key)) {
                        rules.publishedBy(key.workspace(), key.id()).stream()
                                .map(pauses::unpublished)
                                .forEach(pause -> context().forward(pause.record(), pause.sink()));
                    }
                });
    }

    private void add(InForce rule, ConsumerRecord<byte[], byte[]> read) {
        requireNonNull(evaluations)
                .add(
                        new Pending(
                                rule.rule().workspace(),
                                rule.rule().id(),
                                rule.version().number(),
                                read));
    }

    private List<InForce> meant(Headers headers) {
        String workspace = CloudEventHeaders.workspace(headers);
        String type = CloudEventHeaders.type(headers);
        return workspace == null || type == null ? List.of() : rules.of(workspace, type);
    }

    /** The output for an event and a rule; empty if the rule was deleted meanwhile. */
    private List<Outcome> matched(Pending pending) {
        Optional<InForce> rule = rules.version(pending.lane(), pending.version());
        Optional<EventRecord> event = facts.decoded(pending.topic(), pending.value());
        if (rule.isEmpty() || event.isEmpty()) {
            return List.of();
        }
        return json.delivered(event.get())
                .flatMap(shown -> matcher.run(rule.get(), event.get(), shown, now()))
                .map(found -> started(found, Instant.ofEpochMilli(pending.appended())))
                .orElse(List.of());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private List<Outcome> started(Matched found, Instant at) {
        Run run = found.run();
        Groups groups = found.groups();
        Record<byte[], byte[]> command =
                runs.record(run.workspace(), run.id(), new StartRun(run), Cause.of(run));
        if (groups != null) {
            return List.of(turns.begins(run, groups, at, command.value()));
        }
        Outcome start = new Outcome(command, EngineTopology.RUN_COMMANDS);
        return run.status() == RunStatus.LOOP_BLOCKED
                        && limits.isLoop(run.ruleId(), run.createdAt())
                ? List.of(start, pauses.loop(run))
                : List.of(start);
    }
}
