package io.postrider.api.links;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.postrider.api.http.IdMint;
import io.postrider.domain.kernel.IdKind;
import io.postrider.runtime.kafka.Connections;
import io.postrider.runtime.kafka.LogSettings;
import io.postrider.runtime.log.Partitions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CloudEventHeaders;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventCodec;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records listings in the log by a plain producer: a listing changes no aggregate, so no decision is needed. A thread of
 * its own takes them from a bounded queue; what finds it full is counted and dropped.
 */
public final class KafkaListingRecorder implements ListingRecorder, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaListingRecorder.class);
    private static final String TYPE = "link.listed";
    private static final int QUEUE_MAX = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Producer<byte[], byte[]> producer;
    private final Partitions partitions;
    private final EventCodec codec;
    private final IdMint mint;
    private final Counter recorded;
    private final Counter lost;
    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(QUEUE_MAX),
                    Thread.ofPlatform().daemon().name("listings").factory());

    KafkaListingRecorder(
            Producer<byte[], byte[]> producer,
            Partitions partitions,
            SchemaIds ids,
            IdMint mint,
            MeterRegistry meters) {
        this.producer = producer;
        this.partitions = partitions;
        this.codec = EventCodec.of(Context.LINKS, ids);
        this.mint = mint;
        this.recorded = meters.counter("postrider.listings", "outcome", "recorded");
        this.lost = meters.counter("postrider.listings", "outcome", "lost");
    }

    /** A recorder with a producer of its own. */
    public static KafkaListingRecorder connect(
            LogSettings log, SchemaIds ids, IdMint mint, MeterRegistry meters) {
        Map<String, Object> config = Connections.to(log.bootstrapServers());
        config.put(ProducerConfig.CLIENT_ID_CONFIG, "postrider-listings-" + log.nodeId());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 8L << 20);
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000L);
        config.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        return new KafkaListingRecorder(
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer()),
                new Partitions(log.partitions()),
                ids,
                mint,
                meters);
    }

    @Override
    public void record(String workspace, Actor actor, String requestId, LinkListed listed) {
        EventHeader header =
                new EventHeader(
                        mint.freshId(IdKind.EVT),
                        TYPE,
                        mint.now(),
                        workspace,
                        workspace,
                        0,
                        null,
                        requestId,
                        actor);
        try {
            worker.execute(() -> send(new EventRecord(header, listed)));
        } catch (RejectedExecutionException e) {
            lost(e);
        }
    }

    private void send(EventRecord event) {
        EventHeader header = event.header();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(
                        Context.LINKS.events().name(),
                        partitions.of(header.aggregate()),
                        header.time().toEpochMilli(),
                        utf8(header.aggregate()),
                        codec.encode(event),
                        CloudEventHeaders.of(header));
        try {
            var _ = producer.send(record, (written, failure) -> ended(failure));
        } catch (KafkaException | IllegalStateException e) {
            lost(e);
        }
    }

    private void ended(@Nullable Exception failure) {
        if (failure == null) {
            recorded.increment();
        } else {
            lost(failure);
        }
    }

    private void lost(Exception failure) {
        lost.increment();
        LOGGER.atWarn().addKeyValue("error", failure.toString()).log("A listing was not recorded");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Sends what is queued, for a while. */
    @Override
    public void close() {
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
        producer.close(CLOSE_TIMEOUT);
    }
}
