package io.postrider.runtime.secrets;

import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Writes data keys to the secrets topic, wrapped, before anything is sealed under them. */
public final class KafkaDataKeyRing implements DataKeyRing {

    private final Producer<byte[], byte[]> producer;
    private final DataKeys keys;
    private final ValueCodec<Secret> codec;
    private final InstantSource clock;

    /** @param producer with {@code acks=all}; its {@code max.block.ms} bounds what a caller waits for metadata */
    public KafkaDataKeyRing(
            Producer<byte[], byte[]> producer, DataKeys keys, SchemaIds ids, InstantSource clock) {
        this.producer = producer;
        this.keys = keys;
        this.codec = ValueCodec.secrets(ids);
        this.clock = clock;
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
