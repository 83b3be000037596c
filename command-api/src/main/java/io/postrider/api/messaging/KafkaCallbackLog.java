package io.postrider.api.messaging;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.instances.Instance;
import io.postrider.runtime.kafka.DurableAppends;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.log.Partitions;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.schemas.Callback;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes calls of providers to {@code postrider.ingest.v1}, sealed under the data key of the workspace. */
public final class KafkaCallbackLog implements CallbackLog, AutoCloseable {

    private final DurableAppends appends;
    private final Partitions partitions;
    private final ValueCodec<Callback> codec;
    private final SecretBox box;
    private final InstantSource clock;

    KafkaCallbackLog(
            DurableAppends appends,
            Partitions partitions,
            SchemaIds ids,
            SecretBox box,
            InstantSource clock) {
        this.appends = appends;
        this.partitions = partitions;
        this.codec = ValueCodec.callbacks(ids);
        this.box = box;
        this.clock = clock;
    }

    /** A log with a producer of its own. */
    public static KafkaCallbackLog connect(
            LogSettings log, SchemaIds ids, SecretBox box, InstantSource clock) {
        return new KafkaCallbackLog(
                DurableAppends.connect(log, "callbacks", Topics.INGEST),
                new Partitions(log.partitions()),
                ids,
                box,
                clock);
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
        return appends.append(
                new ProducerRecord<>(
                        Topics.INGEST.name(),
                        partitions.of(instance.id()),
                        instance.id().getBytes(US_ASCII),
                        codec.encode(call)));
    }

    @Override
    public void close() {
        appends.close();
    }
}
