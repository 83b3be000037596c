package io.postrider.automation.engine;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.ssl.SslContext;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.evaluations.EvaluationPool;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.streams.RetriedRecord;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.EventJson;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.json.Rendering;
import io.postrider.testkit.streams.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** One process of the engine over a folder of state: the whole topology, with calls over loopback. */
final class EngineProcess implements AutoCloseable {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final Partitions ONE = new Partitions(1);
    private static final EgressPolicy LOOPBACK = EgressPolicy.parse("127.0.0.0/8");

    private static final SslContext TLS = Outbound.trustedByTheJdk();

    private final Outbound outbound = outbound();
    // What a killed process would still write is lost.
    private final ScheduledExecutorService worker =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final List<EventRecord> changes = new ArrayList<>();
    private final RuleDirectory rules = new RuleDirectory();
    private final Path folder;
    private final Counted channel;
    private final Topology topology;
    private final TopologyTestDriver driver;
    private long polls;
    private int looks;
    private int begun;

    /** Calls of loopback addresses, without names. */
    static Outbound outbound() {
        return Outbound.open(
                LOOPBACK,
                OutboundSettings.ofVersion("1.2.3"),
                name -> Mono.error(new UnknownHostException(name)),
                TLS);
    }

    /** Which addresses may be called. */
    static TargetPolicy targets() {
        return TargetPolicy.forCalls(LOOPBACK);
    }

    /**
     * @param edge the address of the API
     * @param attempts how many attempts are in their topic
     * @param pool evaluates expressions
     * @param partitions of each topic; this process has the first, and writes to it alone
     */
    EngineProcess(
            Path folder,
            SecretBox box,
            String edge,
            long attempts,
            Partitions partitions,
            EvaluationPool pool,
            InstantSource clock) {
        this.folder = folder;
        RunSealer sealer = new RunSealer(box);
        channel =
                new Counted(
                        new EffectChannel(
                                rules,
                                sealer,
                                new ApiCalls(edge, TestEngine.key(), clock),
                                new HttpCalls(outbound, targets(), new HttpConnections(sealer)),
                                new EffectAttempts(new SecureRandom(), sealer, clock),
                                new KafkaAttemptLog(
                                        Topics.EFFECT_ATTEMPTS,
                                        producer,
                                        ONE,
                                        IDS,
                                        worker,
                                        "effects",
                                        new SimpleMeterRegistry()),
                                clock,
                                Traces.off()));
        EventJson json =
                new EventJson(new Rendering("http://localhost:8080", "localhost", box::open));
        topology = topology(sealer, json, attempts, partitions, pool, clock);
        driver = new TopologyTestDriver(topology, properties(folder), clock.instant());
    }

    private Topology topology(
            RunSealer sealer,
            EventJson json,
            long attempts,
            Partitions partitions,
            EvaluationPool pool,
            InstantSource clock) {
        EventFacts facts = new EventFacts(IDS);
        RuleLimits limits = new RuleLimits();
        SystemCommands runs = new SystemCommands("automation-engine", Context.RUNS, IDS, clock);
        RulePauses pauses =
                new RulePauses(
                        new SystemCommands("automation-engine", Context.AUTOMATION, IDS, clock));
        RunLimitSignals turns = new RunLimitSignals(IDS);
        Topology all = new Topology();
        EngineTopology.addTo(
                all,
                facts,
                () ->
                        new RuleMatchProcessor(
                                facts,
                                rules,
                                new Matcher(sealer, limits),
                                limits,
                                json,
                                this::look,
                                () -> polls,
                                runs,
                                pauses,
                                turns,
                                partitions,
                                pool,
                                clock),
                () -> new RunSteps(facts, IDS, rules, sealer, runs, pool, pauses, turns, clock),
                () ->
                        new RunLimitProcessor(
                                IDS,
                                rules,
                                this::look,
                                limits,
                                runs,
                                clock,
                                new RunLimitBounds(new Bounds(new SimpleMeterRegistry()))),
                () -> new EffectResultProcessor(IDS, runs),
                channel,
                ONE,
                _ -> CompletableFuture.completedStage(attempts),
                IDS,
                clock);
        return all;
    }

    private static Properties properties(Path folder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return StreamsSettings.settingAside(properties);
    }

    /** Counts the attempts that begin. */
    private final class Counted implements Channel<String> {

        private final EffectChannel channel;

        Counted(EffectChannel channel) {
            this.channel = channel;
        }

        @Override
        public Optional<String> receiver(String lane) {
            return channel.receiver(lane);
        }

        @Override
        public boolean isOpen(String lane) {
            return channel.isOpen(lane);
        }

        @Override
        public boolean repeats() {
            return channel.repeats();
        }

        @Override
        public void attempt(Delivery delivery, String lane, int number) {
            begun++;
            channel.attempt(delivery, lane, number);
        }

        @Override
        public void abandon(Delivery delivery, int number) {
            begun++;
            channel.abandon(delivery, number);
        }

        @Override
        public void ended(Attempt attempt) {
            channel.ended(attempt);
        }
    }

    /** The nodes and stores of the topology. */
    String topology() {
        return topology.describe().toString();
    }

    /** Notes a change of a rule, which the process has not read yet. */
    void change(EventRecord event) {
        changes.add(event);
    }

    /** Reads the changes, as the view of the rules does once it is waited for. */
    void look() {
        looks++;
        changes.forEach(rules::apply);
        changes.clear();
    }

    /** How often the log was asked for changes. */
    int looks() {
        return looks;
    }

    /** Brings the next records with a poll of their own. */
    void poll() {
        polls++;
    }

    /** Reads a record of a topic. */
    void read(String topic, String key, byte @Nullable [] value, Headers headers, Instant at) {
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(new TestRecord<>(key.getBytes(US_ASCII), value, headers, at));
    }

    /** The processors that records go through. */
    List<String> processors() {
        return Faults.processors(driver, Retries.NAME);
    }

    /** The faults of a processor. */
    Faults faults(String processor) {
        return Faults.of(driver, processor);
    }

    /** Reads a record again that was set aside. */
    void retry(DeadLetter letter) {
        driver.createInputTopic(
                        Topics.RETRIES.name(), new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(
                        new TestRecord<>(
                                letter.key(),
                                letter.value(),
                                RetriedRecord.of(letter).headers(letter.headers())));
    }

    /** The values written to a topic since they were last asked for. */
    List<byte[]> written(String topic) {
        return driver.createOutputTopic(
                        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readValuesToList();
    }

    /** How many entries a store has. */
    long entries(String store) {
        long entries = 0;
        try (KeyValueIterator<Object, Object> all = driver.getKeyValueStore(store).all()) {
            while (all.hasNext()) {
                all.next();
                entries++;
            }
        }
        return entries;
    }

    /** Lets time go by. */
    void later(Duration time) {
        driver.advanceWallClockTime(time);
    }

    /** The attempts that are in the log. */
    List<byte[]> attempts() {
        return producer.history().stream().map(ProducerRecord::value).toList();
    }

    /** How many attempts have begun. */
    int begun() {
        return begun;
    }

    /** Copies the state as it is to another folder; the test driver deletes its own when it is closed. */
    void copyState(Path to) {
        driver.getAllStateStores().values().forEach(StateStore::flush);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path from : (Iterable<Path>) all::iterator) {
                Files.copy(from, to.resolve(folder.relativize(from).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.close();
        worker.shutdownNow();
        outbound.close();
    }
}
