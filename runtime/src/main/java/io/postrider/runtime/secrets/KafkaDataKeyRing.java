package io.postrider.runtime.secrets;

import io.postrider.runtime.kafka.Connections;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes data keys to the secrets topic, wrapped, before anything is sealed under them. */
public final class KafkaDataKeyRing implements DataKeyRing, AutoCloseable {

    private static final long BLOCK_MILLIS = 2_000;
    private static final long BUFFER_BYTES = 1 << 20;

    private final Producer<byte[], byte[]> producer;
    private final DataKeys keys;
    private final ValueCodec<Secret> codec;
    private final InstantSource clock;

    private KafkaDataKeyRing(
            Producer<byte[], byte[]> producer, DataKeys keys, SchemaIds ids, InstantSource clock) {
        this.producer = producer;
        this.keys = keys;
        this.codec = ValueCodec.secrets(ids);
        this.clock = clock;
    }

    /** A ring with a producer of its own. */
    public static KafkaDataKeyRing connect(
            LogSettings log, DataKeys keys, SchemaIds ids, InstantSource clock) {
        Map<String, Object> config = Connections.to(log.bootstrapServers());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        // Also what a caller waits for who asks before the topic is known.
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_MILLIS);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        return new KafkaDataKeyRing(
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()),
                keys,
                ids,
                clock);
    }

    @Override
    public void close() {
        producer.close();
    }

    @Override
    public CompletionStage<Void> keyFor(String subject) {
        if (keys.of(subject).isPresent()) {
            return CompletableFuture.completedStage(null);
        }
        String wrapped = keys.mint(subject);
        Secret secret =
                new Secret(
                        subject,
                        "data_key",
                        wrapped,
                        clock.instant().truncatedTo(ChronoUnit.MILLIS));
        CompletableFuture<Void> done = new CompletableFuture<>();
        try {
            var _ =
                    producer.send(
                            new ProducerRecord<>(
                                    Topics.SECRETS.name(),
                                    subject.getBytes(StandardCharsets.UTF_8),
                                    codec.encode(secret)),
                            (_, failure) -> {
                                if (failure == null) {
                                    keys.put(subject, wrapped);
                                    done.complete(null);
                                } else {
                                    done.completeExceptionally(failure);
                                }
                            });
        } catch (KafkaException e) {
            done.completeExceptionally(e);
        }
        return done;
    }
}
