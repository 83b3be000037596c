package io.postrider.automation.engine;

import io.postrider.automation.rules.Sealer;
import io.postrider.outbound.delivery.DeliveryEngine;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.evaluations.CpuBudget;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.kafka.Connections;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.DataKeyProjection;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.RunToken;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.streams.Polls;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.views.LatestEventProjection;
import io.postrider.platform.views.Progress;
import io.postrider.platform.views.ProjectionRunner;
import io.postrider.platform.views.ProjectionSettings;
import io.postrider.platform.views.ProjectionStore;
import io.postrider.platform.views.commands.ChangeBarrier;
import io.postrider.platform.views.commands.SubscriptionBarrier;
import io.postrider.schemas.Context;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/** The automation engine of a node: events in, runs and their effects out. */
public final class AutomationEngine implements AutoCloseable {

    private static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "automation";
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final RuleDirectory rules = new RuleDirectory();
    private final ProjectionRunner view;
    private final StreamsApp app;
    private final Outbound outbound;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Admin admin;
    private final ScheduledExecutorService worker;

    /**
     * Prepares an engine; {@link #start} runs it. The store is its own and stays open.
     *
     * @param edge the address of the API for this node, without a slash at the end
     * @param baseUrl the public address of the service
     * @param shortDomain the default short domain
     * @param cpuPerMinute how long the expressions of a rule may be evaluated in a minute
     */
    public AutomationEngine(
            KafkaSettings log,
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
            String version) {
        Map<String, Object> connection = Connections.to(log);
        Partitions partitions = new Partitions(log.partitions());
        DataKeys dataKeys = new DataKeys(secretFiles);
        DataKeyProjection keyView = DataKeyProjection.ofWorkspaces(dataKeys, ids);
        keyView.load(store);
        SecretBox box = new SecretBox(dataKeys);
        Sealer sealer = new RunSealer(box);
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
        view =
                new ProjectionRunner(
                        "automation",
                        connection,
                        store,
                        List.of(events, keyView),
                        ProjectionSettings.DEFAULTS);
        worker =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("automation").factory());
        outbound = Outbound.open(egress, OutboundSettings.ofVersion(version));
        producer = KafkaAttemptLog.producer(log, "automation");
        admin = Admin.create(connection);
        EffectChannel channel =
                new EffectChannel(
                        rules,
                        sealer,
                        new ApiCalls(edge, secretFiles.derive(RunToken.PURPOSE), clock),
                        new HttpCalls(outbound, TargetPolicy.forCalls(egress), connections),
                        new EffectAttempts(new SecureRandom(), sealer, clock),
                        new KafkaAttemptLog(
                                Topics.EFFECT_ATTEMPTS, producer, partitions, ids, worker),
                        clock);
        EvaluationPool pool =
                EvaluationPool.start("rule-expressions", new CpuBudget(cpuPerMinute, true), clock);
        EventJson json = new EventJson(new Rendering(baseUrl, shortDomain, box::open));
        app =
                new StreamsApp(
                        topology(sealer, json, channel, partitions, pool, ids, clock),
                        streams.reactingByPolls(APPLICATION));
    }

    private Topology topology(
            Sealer sealer,
            EventJson json,
            EffectChannel channel,
            Partitions partitions,
            EvaluationPool pool,
            SchemaIds ids,
            InstantSource clock) {
        EventFacts facts = new EventFacts(ids);
        RuleLimits limits = new RuleLimits();
        Matcher matcher = new Matcher(sealer, limits);
        RunLimitSignals turns = new RunLimitSignals(ids);
        ChangeBarrier changes =
                new SubscriptionBarrier(admin, view, Context.AUTOMATION, partitions.count());
        SystemCommands runs = new SystemCommands("automation-engine", Context.RUNS, ids, clock);
        RulePauses pauses =
                new RulePauses(
                        new SystemCommands("automation-engine", Context.AUTOMATION, ids, clock));
        return EngineTopology.of(
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
                () -> new RunLimitProcessor(ids, rules, changes, limits, runs, clock),
                () -> new EffectResultProcessor(ids, runs),
                channel,
                partitions,
                DeliveryEngine.ends(admin, Topics.EFFECT_ATTEMPTS),
                ids,
                clock);
    }

    /** Begins to read; rules act once they are known. */
    public void start() {
        view.start();
        var _ = view.caughtUp().thenRunAsync(app::start);
    }

    /** The application, for readiness. */
    public StreamsApp app() {
        return app;
    }

    /** Completes when the view of the rules has died. */
    public CompletableFuture<@Nullable Void> dead() {
        return view.dead();
    }

    /** How far the rules and the queue are restored. */
    public Progress progress() {
        return Progress.ofOpen(view.progress(), app.progress());
    }

    @Override
    public void close() {
        app.close();
        view.close();
        worker.shutdown();
        producer.close(CLOSE_TIMEOUT);
        admin.close(CLOSE_TIMEOUT);
        outbound.close();
    }
}
