package io.postrider.automation;

import io.postrider.automation.RuleDirectory.InForce;
import io.postrider.domain.automation.RuleCommand.PauseRule;
import io.postrider.domain.runs.Run;
import io.postrider.domain.runs.RunCommand.StartRun;
import io.postrider.domain.runs.RunStatus;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.log.SystemCommands;
import io.postrider.runtime.streams.EachAlone;
import io.postrider.runtime.views.KnownChanges;
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
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import tools.jackson.databind.node.ObjectNode;

/** Starts the runs of the rules that an event is for, once the rules are known as far as the event could have seen them. */
final class MatchEvents extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    /** Clocks of nodes differ; a rule may act on what was accepted shortly before it was published. */
    private static final Duration EARLIER = Duration.ofSeconds(10);

    private static final Duration SCHEDULES_LOOKED_AT = Duration.ofSeconds(1);

    private final Facts facts;
    private final RuleDirectory rules;
    private final Matcher matcher;
    private final RuleLimits limits;
    private final EventJson json;
    private final KnownChanges changes;
    private final LongSupplier polls;
    private final SystemCommands runs;
    private final SystemCommands automation;
    private final InstantSource clock;
    private final Partitions partitions;
    private final Schedules schedules = new Schedules();
    private long knownAsOfPoll = -1;

    MatchEvents(
            Facts facts,
            RuleDirectory rules,
            Matcher matcher,
            RuleLimits limits,
            EventJson json,
            KnownChanges changes,
            LongSupplier polls,
            SystemCommands runs,
            SystemCommands automation,
            Partitions partitions,
            InstantSource clock) {
        this.facts = facts;
        this.rules = rules;
        this.matcher = matcher;
        this.limits = limits;
        this.json = json;
        this.changes = changes;
        this.polls = polls;
        this.runs = runs;
        this.automation = automation;
        this.partitions = partitions;
        this.clock = clock;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        var _ =
                context.schedule(
                        SCHEDULES_LOOKED_AT, PunctuationType.WALL_CLOCK_TIME, this::startScheduled);
    }

    /** A task looks at the rules of its partition, so that each rule has one that does. */
    private void startScheduled(long millis) {
        Instant now = Instant.ofEpochMilli(millis);
        List<InForce> own =
                rules.scheduled().stream()
                        .filter(rule ->
                                partitions.of(rule.rule().id()) == context().taskId().partition())
                        .toList();
        EachAlone.run(
                "schedules",
                schedules.due(own, now),
                due ->
                        matcher.run(due.rule(), due.event(), due.json(), now)
                                .ifPresent(this::start));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long poll = polls.getAsLong();
        if (poll != knownAsOfPoll) {
            changes.await();
            knownAsOfPoll = poll;
        }
        List<InForce> meant = meant(record.headers());
        if (meant.isEmpty()) {
            return;
        }
        facts.decoded(context().recordMetadata().orElseThrow(), record.value())
                .ifPresent(event -> match(event, meant, record.timestamp()));
    }

    private List<InForce> meant(Headers headers) {
        String workspace = CloudEventHeaders.workspace(headers);
        String type = CloudEventHeaders.type(headers);
        return workspace == null || type == null ? List.of() : rules.of(workspace, type);
    }

    private void match(EventRecord event, List<InForce> meant, long appended) {
        Optional<ObjectNode> shown = json.delivered(event);
        if (shown.isEmpty()) {
            return;
        }
        Instant at = Instant.ofEpochMilli(appended).plus(EARLIER);
        for (InForce rule : meant) {
            if (Matcher.isFor(rule, event) && !at.isBefore(rule.version().publishedAt())) {
                Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
                matcher.run(rule, event, shown.get(), now).ifPresent(this::start);
            }
        }
    }

    private void start(Run run) {
        context()
                .forward(
                        runs.record(run.workspace(), run.id(), new StartRun(run), Cause.of(run)),
                        EngineTopology.RUN_COMMANDS);
        if (run.status() == RunStatus.LOOP_BLOCKED
                && limits.isLoop(run.ruleId(), run.createdAt())) {
            PauseRule pause = new PauseRule(run.workspace(), "loop");
            context()
                    .forward(
                            automation.record(run.workspace(), run.ruleId(), pause, Cause.of(run)),
                            EngineTopology.RULE_COMMANDS);
        }
    }
}
