package io.postrider.automation.engine;

import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.automation.rules.Sealer;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.DeliveryService;
import io.postrider.outbound.delivery.ServiceParts;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.RunToken;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.streams.Polls;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.apache.kafka.streams.Topology;

/** Assembles the automation engine of a node: events in, runs and their effects out. */
public final class AutomationEngine {

    /** The id of the application. */
    static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "automation";

    private AutomationEngine() {}

    /**
     * Prepares an engine, which does not run yet.
     *
     * @param edge the address of the API for this node, without a slash at the end
     * @param baseUrl the public address of the service
     * @param shortDomain the default short domain
     * @param cpuPerMinute evaluation time of a rule's expressions per minute
     */
    public static DeliveryService open(
            KafkaClients clients,
            StreamsSettings streams,
            ProjectionStore store,
            SecretFiles secretFiles,
            EgressPolicy egress,
            String edge,
            String baseUrl,
            String shortDomain,
            Duration cpuPerMinute,
            SchemaIds ids,
            InstantSource clock,
            String version,
            MeterRegistry meters) {
        DataKeyProjection dataKeys = DataKeyProjection.ofWorkspaces(secretFiles, store, ids);
        SecretBox box = dataKeys.box();
        Sealer sealer = new RunSealer(box);
        RuleDirectory rules = new RuleDirectory();
        HttpConnections connections = new HttpConnections(sealer);
        LatestEventProjection events =
                new LatestEventProjection(
                        Context.AUTOMATION,
                        ids,
                        event -> {
                            rules.apply(event);
                            connections.apply(event);
                        });
        events.restore(store);
        ServiceParts parts =
                ServiceParts.open(
                        "automation", clients, store, List.of(events, dataKeys), ids, meters);
        Outbound outbound = Outbound.open(egress, OutboundSettings.ofVersion(version));
        EffectChannel channel =
                new EffectChannel(
                        rules,
                        sealer,
                        new ApiCalls(edge, secretFiles.derive(RunToken.PURPOSE), clock),
                        new HttpCalls(outbound, TargetPolicy.forCalls(egress), connections),
                        new EffectAttempts(new SecureRandom(), sealer, clock),
                        parts.attempts(Topics.EFFECT_ATTEMPTS, "effects"),
                        clock,
                        parts.traces());
        EvaluationPool pool =
                EvaluationPool.start(
                        "rule-expressions", new CpuBudget(cpuPerMinute, true), clock, meters);
        EventJson json = new EventJson(new Rendering(baseUrl, shortDomain, box::open));
        return new DeliveryService(
                parts,
                new StreamsApp(
                        topology ->
                                addTo(topology, parts, rules, sealer, json, channel, pool, clock),
                        streams.reactingByPolls(APPLICATION)),
                () -> {},
                outbound::close);
    }

    private static void addTo(
            Topology topology,
            ServiceParts parts,
            RuleDirectory rules,
            Sealer sealer,
            EventJson json,
            EffectChannel channel,
            EvaluationPool pool,
            InstantSource clock) {
        SchemaIds ids = parts.ids();
        Partitions partitions = parts.partitions();
        EventFacts facts = new EventFacts(ids);
        RuleLimits limits = new RuleLimits();
        Bounds bounds = new Bounds(parts.meters());
        limits.show(bounds);
        RunLimitBounds ofRules = new RunLimitBounds(bounds);
        Matcher matcher = new Matcher(sealer, limits);
        RunLimitSignals turns = new RunLimitSignals(ids);
        ChangeBarrier changes = parts.changesOf(Context.AUTOMATION);
        SystemCommands runs = new SystemCommands("automation-engine", Context.RUNS, ids, clock);
        RulePauses pauses =
                new RulePauses(
                        new SystemCommands("automation-engine", Context.AUTOMATION, ids, clock));
        EngineTopology.addTo(
                topology,
                facts,
                () ->
                        new RuleMatchProcessor(
                                facts,
                                rules,
                                matcher,
                                limits,
                                json,
                                changes,
                                Polls::count,
                                runs,
                                pauses,
                                turns,
                                partitions,
                                pool,
                                clock),
                () -> new RunSteps(facts, ids, rules, sealer, runs, pool, pauses, turns, clock),
                () -> new RunLimitProcessor(ids, rules, changes, limits, runs, clock, ofRules),
                () -> new EffectResultProcessor(ids, runs),
                channel,
                partitions,
                DeliveryEngine.ends(parts.admin(), Topics.EFFECT_ATTEMPTS),
                ids,
                clock);
    }
}
