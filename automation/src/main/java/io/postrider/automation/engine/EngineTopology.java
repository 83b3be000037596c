package io.postrider.automation.engine;

import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.platform.evaluations.Evaluations;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.streams.GuardedProcessor;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.RoutedSink;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import java.time.InstantSource;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;

/**
 * The topology of the engine: events to runs, runs to effects, and outcomes of effects to runs; where a rule has limits, these
 * lie between its events and its runs, in the partition of the rule. Records are handled at least
 * once; ids of runs and effects are derived, so what is handled twice changes nothing.
 */
final class EngineTopology {

    static final String MATCH = "match";
    static final String STEPS = "steps";
    static final String LIMITS = "limits";
    static final String TURNS = "turns";
    static final String RUN_COMMANDS = "run-commands";
    static final String RULE_COMMANDS = "rule-commands";
    static final String EFFECTS = "effects";

    private EngineTopology() {}

    static void addTo(
            Topology topology,
            EventFacts facts,
            Supplier<RuleMatchProcessor> match,
            Supplier<RunSteps> steps,
            Supplier<RunLimitProcessor> limits,
            Supplier<EffectResultProcessor> report,
            Channel<?> channel,
            Partitions partitions,
            IntFunction<CompletionStage<Long>> attemptEnds,
            SchemaIds ids,
            InstantSource clock) {
        topology.addSource(
                "facts", new ByteArrayDeserializer(), new ByteArrayDeserializer(), facts.topics());
        topology.addSource(
                "begins",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.TURNS.name());
        Retries.addTo(topology, MATCH, STEPS, LIMITS, "report", DeliveryEngine.PROCESSOR);
        GuardedProcessor.addTo(topology, MATCH, match, "facts", Retries.NAME);
        topology.addStateStore(Evaluations.store(MATCH), MATCH);
        GuardedProcessor.addTo(topology, STEPS, steps, "facts", Retries.NAME);
        topology.addStateStore(Evaluations.store(STEPS), STEPS);
        GuardedProcessor.addTo(topology, LIMITS, limits, "begins", Retries.NAME);
        topology.addStateStore(FlowStore.builder(), LIMITS);
        DeliveryEngine.addTo(
                topology, Topics.EFFECTS, Topics.EFFECT_ATTEMPTS, channel, attemptEnds, ids, clock);
        GuardedProcessor.addTo(topology, "report", report, "work", Retries.NAME);
        RoutedSink.addTo(topology, EFFECTS, Topics.EFFECTS.name(), partitions, STEPS);
        RoutedSink.addTo(topology, TURNS, Topics.TURNS.name(), partitions, MATCH, STEPS);
        RoutedSink.addTo(
                topology,
                RUN_COMMANDS,
                Context.RUNS.commands().name(),
                partitions,
                MATCH,
                STEPS,
                LIMITS,
                "report");
        RoutedSink.addTo(
                topology,
                RULE_COMMANDS,
                Context.AUTOMATION.commands().name(),
                partitions,
                MATCH,
                STEPS);
    }
}
