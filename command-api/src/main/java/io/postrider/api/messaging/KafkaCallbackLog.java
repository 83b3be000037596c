package io.postrider.api.messaging;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.instances.Instance;
import io.postrider.runtime.kafka.Connections;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Callback;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes calls of providers to {@code postrider.ingest.v1}, sealed under the data key of the workspace. */
public final class KafkaCallbackLog implements CallbackLog, AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    /** A provider repeats a call that is not answered within seconds. */
    private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final Partitions partitions;
    private final ValueCodec<Callback> codec;
    private final SecretBox box;
    private final InstantSource clock;

    KafkaCallbackLog(
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            SecretBox box,
            InstantSource clock) {
        this.producer = producer;
        this.partitions = partitions;
        this.codec = ValueCodec.callbacks(ids);
        this.box = box;
        this.clock = clock;
    }

    /** A log with a producer of its own. */
    public static KafkaCallbackLog connect(
            LogSettings log, SchemaIds ids, SecretBox box, InstantSource clock) {
        Map<String, Object> config = Connections.to(log);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "postrider-callbacks-" + log.nodeId());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 2);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 16L << 20);
        // The caller is an event loop.
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 0L);
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 4_000);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_TIMEOUT.toMillis());
        config.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(3650).toMillis());
        config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        askForPartitions(producer);
        return new KafkaCallbackLog(producer, new Partitions(log.partitions()), ids, box, clock);
    }

    /** A producer that may not block refuses records until it knows the topic, so it asks before the first call. */
    private static void askForPartitions(Producer<byte[], byte[]> producer) {
        try {
            var _ = producer.partitionsFor(Topics.INGEST.name());
        } catch (KafkaException e) {
            // The answer comes later; the producer keeps it.
        }
    }

    @Override
    public CompletionStage<Boolean> append(Instance instance, byte[] body) {
        String workspace = instance.workspace();
        Optional<String> sealed =
                box.seal(workspace, Callback.purpose(instance.id()), new String(body, UTF_8));
        if (sealed.isEmpty()) {
            return CompletableFuture.completedStage(false);
        }
        Callback call =
                new Callback(
                        workspace,
                        instance.id(),
                        clock.instant().truncatedTo(ChronoUnit.MILLIS),
                        sealed.get());
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        try {
            var _ =
                    producer.send(
                            new ProducerRecord<>(
                                    Topics.INGEST.name(),
                                    partitions.of(instance.id()),
                                    instance.id().getBytes(US_ASCII),
                                    codec.encode(call)),
                            (_, failure) -> written.complete(failure == null));
        } catch (KafkaException e) {
            written.complete(false);
        }
        return written;
    }

    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
