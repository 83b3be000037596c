package io.postrider.messaging.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.handler.ssl.SslContext;
import io.postrider.domain.instances.Instance;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.outbound.delivery.Channel;
import io.postrider.outbound.delivery.KafkaAttemptLog;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.outbound.http.Outbound;
import io.postrider.outbound.http.OutboundSettings;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.streams.RetriedRecord;
import io.postrider.platform.streams.Retries;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.traces.Traces;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.testkit.streams.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import reactor.core.publisher.Mono;

/** One process of the gateway over a folder of state: the whole topology, and the sandbox behind HTTP on loopback. */
final class GatewayProcess implements AutoCloseable {

    private static final SchemaIds IDS = LockedSchemaIds.shipped();
    private static final Partitions ONE = new Partitions(1);
    private static final EgressPolicy LOOPBACK = EgressPolicy.parse("127.0.0.0/8");
    private static final SslContext TLS = Outbound.trustedByTheJdk();

    final TestTimer network;
    final TestTimer probes;

    private final Outbound outbound =
            Outbound.open(
                    LOOPBACK,
                    OutboundSettings.ofVersion("1.2.3"),
                    name -> Mono.error(new UnknownHostException(name)),
                    TLS);
    // What a killed process would still write is lost.
    private final ScheduledExecutorService worker =
            new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final Path folder;
    private final SandboxServer sandbox;
    private final Counted channel;
    private final InstanceProbe probe;
    private final TopologyTestDriver driver;
    private int begun;

    /**
     * @param callbacks where the sandbox reaches the edge
     * @param attempts how many attempts are in their topic
     */
    GatewayProcess(
            Path folder,
            InstanceDirectory instances,
            ContactDirectory directory,
            SecretBox box,
            MediaFiles files,
            String callbacks,
            long attempts,
            InstantSource clock) {
        this.folder = folder;
        Secrets secrets = new Secrets(box);
        Contacts contacts = new Contacts(directory, new ContactSealer(box));
        network = new TestTimer(clock);
        probes = new TestTimer(clock);
        sandbox =
                new SandboxServer(
                        instances,
                        secrets,
                        files,
                        new SandboxNetwork(instances, secrets, callbacks, clock, network),
                        0);
        GraphApi graph =
                new GraphApi(outbound, TargetPolicy.forCalls(LOOPBACK), secrets, sandbox::address);
        channel =
                new Counted(
                        new WhatsAppChannel(
                                instances,
                                secrets,
                                contacts,
                                graph,
                                new MediaTransfer(graph, files),
                                new SendAttempts(new SecureRandom(), clock),
                                new KafkaAttemptLog(
                                        Topics.SEND_ATTEMPTS,
                                        producer,
                                        ONE,
                                        IDS,
                                        worker,
                                        "messages",
                                        new SimpleMeterRegistry()),
                                clock,
                                Traces.off()));
        probe =
                new InstanceProbe(
                        instances,
                        graph,
                        new SystemCommands("channel-gateway", Context.INSTANCES, IDS, clock),
                        ONE,
                        producer,
                        probes,
                        IDS);
        Topology topology = new Topology();
        GatewayTopology.addTo(
                topology,
                channel,
                secrets,
                files,
                instances,
                contacts,
                ONE,
                _ -> CompletableFuture.completedStage(attempts),
                IDS,
                clock);
        driver = new TopologyTestDriver(topology, properties(folder), clock.instant());
    }

    private static Properties properties(Path folder) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        return StreamsSettings.settingAside(properties);
    }

    /** Counts the attempts that begin. */
    private final class Counted implements Channel<Instance> {

        private final WhatsAppChannel channel;

        Counted(WhatsAppChannel channel) {
            this.channel = channel;
        }

        @Override
        public Optional<Instance> receiver(String lane) {
            return channel.receiver(lane);
        }

        @Override
        public boolean isOpen(Instance instance) {
            return channel.isOpen(instance);
        }

        @Override
        public int perSecond(Instance instance) {
            return channel.perSecond(instance);
        }

        @Override
        public long turn(Delivery delivery, Instance instance, long nowMillis) {
            return channel.turn(delivery, instance, nowMillis);
        }

        @Override
        public boolean isAside(String lane) {
            return channel.isAside(lane);
        }

        @Override
        public boolean repeats() {
            return channel.repeats();
        }

        @Override
        public void attempt(Delivery delivery, Instance instance, int number) {
            begun++;
            channel.attempt(delivery, instance, number);
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

    /** Begins to look for instances that connect. */
    void startProbe() {
        probe.start();
    }

    /** Where the sandbox listens. */
    InetSocketAddress sandbox() {
        return sandbox.address();
    }

    /** Reads a record of a topic. */
    void read(String topic, String key, byte[] value, Instant at) {
        driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
                .pipeInput(key.getBytes(US_ASCII), value, at);
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

    /** The values written to a topic by the topology since they were last asked for. */
    List<byte[]> written(String topic) {
        return driver.createOutputTopic(
                        topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
                .readValuesToList();
    }

    /** The values that the producer has written to a topic. */
    List<byte[]> produced(String topic) {
        return producer.history().stream()
                .filter(record -> record.topic().equals(topic))
                .map(ProducerRecord::value)
                .toList();
    }

    /** Lets time go by. */
    void later(Duration time) {
        driver.advanceWallClockTime(time);
    }

    /** How many attempts have begun. */
    int begun() {
        return begun;
    }

    /** What the store in memory holds, which has a topic from which another process restores it. */
    Map<String, byte[]> groups() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        KeyValueStore<String, byte[]> store = driver.getKeyValueStore(GroupIds.STORE);
        try (var entries = store.all()) {
            entries.forEachRemaining(entry -> all.put(entry.key, entry.value));
        }
        return all;
    }

    /** Restores the store in memory. */
    void restore(Map<String, byte[]> groups) {
        KeyValueStore<String, byte[]> store = driver.getKeyValueStore(GroupIds.STORE);
        groups.forEach(store::put);
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
        network.shutdownNow();
        probes.shutdownNow();
        sandbox.close();
        outbound.close();
    }
}
