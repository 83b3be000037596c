package io.postrider.platform.secrets;

import io.postrider.platform.kafka.Append;
import io.postrider.platform.kafka.DurableAppends;
import io.postrider.platform.kafka.KafkaClients;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes data keys to the secrets topic, wrapped, before anything is sealed under them. It waits until this node's view has
 * read one for the subject: only the log knows which of two nodes was first.
 */
public final class KafkaDataKeyRing implements DataKeyRing, AutoCloseable {

    private static final long ANSWER_SECONDS = 10;

    private final DurableAppends appends;
    private final Partitions partitions;
    private final DataKeys keys;
    private final ValueCodec<Secret> codec;
    private final InstantSource clock;

    /** One creation per subject at a time, which all callers on this node wait for. */
    private final Map<String, CompletableFuture<Void>> minting = new ConcurrentHashMap<>();

    private KafkaDataKeyRing(
            DurableAppends appends,
            Partitions partitions,
            DataKeys keys,
            SchemaIds ids,
            InstantSource clock) {
        this.appends = appends;
        this.partitions = partitions;
        this.keys = keys;
        keys.onPut(this::known);
        this.codec = ValueCodec.secrets(ids);
        this.clock = clock;
    }

    /** A ring that shares the producer of appends. */
    public static KafkaDataKeyRing connect(
            KafkaClients clients, DataKeys keys, SchemaIds ids, InstantSource clock) {
        return new KafkaDataKeyRing(
                clients.appends(Topics.SECRETS),
                new Partitions(clients.settings().partitions()),
                keys,
                ids,
                clock);
    }

    @Override
    public void close() {
        appends.close();
    }

    @Override
    public CompletionStage<Void> keyFor(String subject) {
        if (keys.of(subject).isPresent()) {
            return CompletableFuture.completedStage(null);
        }
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<Void> underWay = minting.putIfAbsent(subject, mine);
        if (underWay != null) {
            return underWay.copy();
        }
        CompletableFuture<Void> answer = mine.copy();
        var _ =
                mine.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
                        .whenComplete((_, _) -> minting.remove(subject, mine));
        if (keys.of(subject).isPresent()) {
            mine.complete(null);
        } else {
            send(subject, mine);
        }
        return answer;
    }

    private void send(String subject, CompletableFuture<Void> answer) {
        var _ =
                appends.append(record(subject))
                        .thenAccept(append -> {
                            if (append != Append.DONE) {
                                answer.completeExceptionally(
                                        new TimeoutException("The log did not take a data key"));
                            }
                        });
    }

    /** All records of a subject are in one partition, whatever their keys: only within a partition do offsets have an order. */
    private ProducerRecord<byte[], byte[]> record(String subject) {
        Secret secret =
                new Secret(
                        subject,
                        DataKeyProjection.DATA_KEY,
                        keys.mint(subject),
                        clock.instant().truncatedTo(ChronoUnit.MILLIS));
        return new ProducerRecord<>(
                Topics.SECRETS.name(),
                partitions.of(subject),
                DataKeyProjection.recordKey(subject, UUID.randomUUID().toString()),
                codec.encode(secret));
    }

    /** On another thread: the one that calls reads the log, and callers go on with a command. */
    private void known(String subject) {
        CompletableFuture<Void> waiting = minting.get(subject);
        if (waiting != null) {
            waiting.completeAsync(() -> null);
        }
    }
}
