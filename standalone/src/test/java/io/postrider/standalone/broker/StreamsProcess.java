package io.postrider.standalone.broker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.Durability;
import io.postrider.platform.kafka.KafkaSettings;
import io.postrider.platform.streams.StreamsApp;
import io.postrider.platform.streams.StreamsSettings;
import io.postrider.platform.streams.transactional.TransactionalStores;
import io.postrider.platform.views.ProjectionMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * An exactly-once application in a process of its own, to be killed. It keeps every record under its key, and passes on
 * whether it knew the key.
 */
final class StreamsProcess implements AutoCloseable {

    static final String IN = "in";
    static final String OUT = "out";
    static final String NEW = "new";
    static final String KNOWN = "known";

    private static final String APPLICATION = StreamsSettings.APPLICATION_PREFIX + "kept";
    private static final String STORE = "kept";
    private static final String PROCESSED = "processed ";
    private static final String RESTORED = "restored ";
    private static final String TRANSACTIONAL = "transactional";

    private final Process process;
    private long restored = -1;

    private StreamsProcess(Process process) {
        this.process = process;
    }

    static StreamsProcess start(
            EmbeddedBroker broker,
            Path secret,
            Path folder,
            Duration commitInterval,
            boolean transactional)
            throws IOException {
        return new StreamsProcess(
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-Xmx256m",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                StreamsProcess.class.getName(),
                                broker.bootstrapServers(),
                                secret.toString(),
                                folder.toString(),
                                commitInterval.toString(),
                                transactional ? TRANSACTIONAL : "plain")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start());
    }

    /** Waits until so many records are processed, committed or not. */
    void awaitProcessed(long count) throws IOException {
        String line = process.inputReader().readLine();
        while (line != null) {
            if (line.startsWith(RESTORED)) {
                restored = Long.parseLong(line.substring(RESTORED.length()));
            }
            if (line.equals(PROCESSED + count)) {
                return;
            }
            line = process.inputReader().readLine();
        }
        throw new IOException("the process ended before it had processed " + count);
    }

    /** How many changelog records the store was restored from. */
    long restored() {
        return restored;
    }

    /** Ends it like {@code kill -9}, and makes sure that it had still been alive. */
    void kill() throws InterruptedException {
        assertThat(process.isAlive()).isTrue();
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Stops it in good order. */
    void stop() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** How many records the store of this process was restored from. */
    private static LongSupplier ownRestored = () -> -1;

    /**
     * Runs until it is killed.
     *
     * @param arguments the broker, the file of its secret, the state folder, the commit interval, and which stores
     */
    public static void main(String[] arguments) {
        // Small enough that entries reach the disk long before the commit.
        ProjectionMemory memory = new ProjectionMemory(4 << 20, 512 << 10);
        StreamsSettings settings =
                new StreamsSettings(
                        KafkaSettings.single(arguments[0], Durability.REPLICATED, "n1")
                                .withClient(BrokerSecret.open(Path.of(arguments[1])).shown()),
                        Path.of(arguments[2]),
                        memory,
                        null);
        Properties properties =
                settings.exactlyOnce(APPLICATION, Duration.parse(arguments[3]), Duration.ZERO);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // Longer than the test takes: the transaction of the killed process is still open.
        properties.put(StreamsConfig.producerPrefix("transaction.timeout.ms"), 600_000);
        TransactionalStores stores = settings.transactionalStores(APPLICATION);
        boolean transactional = arguments[4].equals(TRANSACTIONAL);
        StreamsApp app =
                transactional
                        ? new StreamsApp(topology(stores.supplier(STORE)), properties, stores)
                        : new StreamsApp(
                                topology(Stores.persistentKeyValueStore(STORE)), properties);
        ownRestored = app::recordsRestored;
        Runtime.getRuntime().addShutdownHook(new Thread(app::close));
        app.start();
    }

    private static Consumer<Topology> topology(KeyValueBytesStoreSupplier store) {
        return topology ->
                topology.addSource(IN, new ByteArrayDeserializer(), new ByteArrayDeserializer(), IN)
                        .addProcessor("keep", Keep::new, IN)
                        .addStateStore(
                                Stores.keyValueStoreBuilder(
                                                store, Serdes.Bytes(), Serdes.ByteArray())
                                        .withCachingDisabled(),
                                "keep")
                        .addSink(
                                OUT,
                                OUT,
                                new ByteArraySerializer(),
                                new ByteArraySerializer(),
                                "keep");
    }

    private static final class Keep extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        private @Nullable KeyValueStore<Bytes, byte[]> kept;
        private long processed;

        @Override
        public void init(ProcessorContext<byte[], byte[]> context) {
            super.init(context);
            kept = context.getStateStore(STORE);
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            if (processed == 0) {
                System.out.println(RESTORED + ownRestored.getAsLong());
            }
            Bytes key = Bytes.wrap(record.key());
            KeyValueStore<Bytes, byte[]> store = requireNonNull(kept);
            String found = store.get(key) == null ? NEW : KNOWN;
            store.put(key, record.value());
            context().forward(record.withValue(found.getBytes(StandardCharsets.UTF_8)));
            processed++;
            System.out.println(PROCESSED + processed);
        }
    }
}
