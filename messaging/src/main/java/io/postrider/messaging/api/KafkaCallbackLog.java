package io.postrider.messaging.api;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.domain.instances.Instance;
import io.postrider.messaging.media.MediaFiles;
import io.postrider.platform.hashes.Sha256;
import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.traces.LogFields;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.Callback;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes calls of providers to {@code postrider.ingest.v1}, sealed under the data key of the workspace. A body that is too
 * large for a record is a file where the contents of media are.
 */
public final class KafkaCallbackLog implements CallbackLog, AutoCloseable {

    /** A byte that is no UTF-8 becomes three, and ciphertext is in base64: four of three; a record has 1 MiB. */
    static final int IN_RECORD_MAX = 192 << 10;

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaCallbackLog.class);

    private final DurableAppends appends;
    private final Partitions partitions;
    private final ValueCodec<Callback> codec;
    private final SecretBox box;
    private final MediaFiles files;
    private final InstantSource clock;

    KafkaCallbackLog(
            DurableAppends appends,
            Partitions partitions,
            SchemaIds ids,
            SecretBox box,
            MediaFiles files,
            InstantSource clock) {
        this.appends = appends;
        this.partitions = partitions;
        this.codec = ValueCodec.callbacks(ids);
        this.box = box;
        this.files = files;
        this.clock = clock;
    }

    /** A log that shares the producer of appends. */
    public static KafkaCallbackLog connect(
            KafkaClients clients,
            SchemaIds ids,
            SecretBox box,
            MediaFiles files,
            InstantSource clock) {
        return new KafkaCallbackLog(
                clients.appends(Topics.INGEST),
                new Partitions(clients.settings().partitions()),
                ids,
                box,
                files,
                clock);
    }

    @Override
    public CompletionStage<Append> append(Instance instance, byte[] body) {
        return append(instance, body, null);
    }

    @Override
    public CompletionStage<Append> append(
            Instance instance, byte[] body, @Nullable String traceparent) {
        if (body.length > IN_RECORD_MAX) {
            return beside(instance, body, traceparent);
        }
        return box.seal(
                        instance.workspace(),
                        Callback.purpose(instance.id()),
                        new String(body, UTF_8))
                .map(sealed -> append(instance, sealed, null, traceparent))
                .orElseGet(() -> CompletableFuture.completedStage(Append.UNCERTAIN));
    }

    /** A call that the provider repeats is the same file. */
    private CompletionStage<Append> beside(
            Instance instance, byte[] body, @Nullable String traceparent) {
        String file = "call_" + Sha256.hex(body);
        CompletableFuture<Append> ended = new CompletableFuture<>();
        var _ =
                files.write(instance.workspace(), file, Flux.just(body), body.length)
                        .flatMap(_ ->
                                Mono.fromCompletionStage(append(instance, "", file, traceparent)))
                        .subscribe(
                                ended::complete,
                                failure -> {
                                    LogFields.trace(LOGGER.atWarn(), traceparent)
                                            .addKeyValue(LogFields.WORKSPACE, instance.workspace())
                                            .addKeyValue("instance", instance.id())
                                            .addKeyValue("exception", failure.getClass().getName())
                                            .log("The body of a callback could not be written");
                                    ended.complete(Append.UNCERTAIN);
                                });
        return ended;
    }

    private CompletionStage<Append> append(
            Instance instance, String sealed, @Nullable String file, @Nullable String traceparent) {
        Callback call =
                new Callback(
                        instance.workspace(),
                        instance.id(),
                        clock.instant().truncatedTo(ChronoUnit.MILLIS),
                        sealed,
                        file);
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(
                        Topics.INGEST.name(),
                        partitions.of(instance.id()),
                        instance.id().getBytes(US_ASCII),
                        codec.encode(call));
        TraceParent.put(record.headers(), traceparent);
        return appends.append(record);
    }

    @Override
    public void close() {
        appends.close();
    }
}
