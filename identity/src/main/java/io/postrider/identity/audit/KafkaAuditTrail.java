package io.postrider.identity.audit;

import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.threads.FailedThread;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.route.AuditTrail;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes audit entries that are not domain events to their Kafka topic, as far as {@link AuditAggregator} admits them. A thread
 * of its own does so: a request hands over the same whether or not an entry results, so its duration reveals nothing.
 */
public final class KafkaAuditTrail implements AuditTrail, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(KafkaAuditTrail.class);
    private static final int QUEUE_MAX = 10_000;
    private static final long ROUND_SECONDS = 5;
    private static final long CLOSE_SECONDS = 5;

    private final BestEffortPublisher records;
    private final Partitions partitions;
    private final ValueCodec<AuditRecord> codec;
    private final SecretBox box;
    private final IdGenerator mint;
    private final AuditAggregator tally;
    private final AtomicLong missed = new AtomicLong();
    private final FailedThread failed = new FailedThread();
    private final ScheduledThreadPoolExecutor worker =
            new ScheduledThreadPoolExecutor(
                    1,
                    Thread.ofPlatform().daemon().name("audit").factory(),
                    new ThreadPoolExecutor.DiscardPolicy());

    /**
     * @param box encrypts client address and user agent
     * @param tenants the tenants that share the room for waiting entries
     */
    public KafkaAuditTrail(
            BestEffortPublisher records,
            Partitions partitions,
            SchemaIds ids,
            SecretBox box,
            IdGenerator mint,
            Tenants tenants) {
        this.records = records;
        this.partitions = partitions;
        this.codec = ValueCodec.auditNotes(ids);
        this.box = box;
        this.mint = mint;
        this.tally = new AuditAggregator(tenants);
        var _ =
                worker.scheduleWithFixedDelay(
                        failed.watch(() -> safely(this::round)),
                        ROUND_SECONDS,
                        ROUND_SECONDS,
                        TimeUnit.SECONDS);
    }

    /** Shows how many entries wait to be counted, and how many kinds are counted. */
    public void show(Bounds bounds) {
        bounds.show("audit_entries_waiting", () -> worker.getQueue().size(), QUEUE_MAX);
        tally.show(bounds);
    }

    @Override
    public void take(Supplier<List<Entry>> entries) {
        if (worker.getQueue().size() < QUEUE_MAX) {
            worker.execute(() -> safely(() -> entries.get().forEach(this::count)));
        } else {
            missed.incrementAndGet();
        }
    }

    /** Completes when the writing thread has died and waiting entries are not written any more. */
    public CompletableFuture<@Nullable Void> dead() {
        return failed.dead();
    }

    private void count(Entry entry) {
        tally.take(entry, mint.now()).ifPresent(this::write);
    }

    /** Writes the entries that are due. */
    private void round() {
        tally.due(mint.now()).forEach(this::write);
        long lost = missed.getAndSet(0) + tally.takeMissed();
        if (lost > 0) {
            LOGGER.atWarn().addKeyValue("number", lost).log("Audit entries were dropped");
        }
    }

    /** Catches every exception: a round that throws would be the last one. */
    private static void safely(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOGGER.atWarn().addKeyValue("error", e.toString()).log("An audit task failed");
        }
    }

    private void write(AuditAggregator.Told told) {
        AuditRecord note = note(told);
        records.write(() -> record(note));
    }

    private AuditRecord note(AuditAggregator.Told told) {
        String id = mint.freshId(IdKind.EVT);
        Entry entry = told.newest();
        Deed deed = entry.deed();
        return new AuditRecord(
                id,
                told.at(),
                entry.workspace(),
                entry.actor().type(),
                entry.actor().id(),
                entry.operation(),
                deed instanceof Deed.Denied(String code) ? code : "",
                entry.requestId(),
                told.times(),
                deed instanceof Deed.Done(String action, var _) ? action : null,
                deed instanceof Deed.Done(var _, String method) ? method : null,
                sealed(id, entry));
    }

    private @Nullable String sealed(String id, Entry entry) {
        Origin origin = entry.origin();
        return origin == null
                ? null
                : box.seal(
                                AuditRecord.keyholder(entry.workspace(), entry.actor()),
                                AuditRecord.purpose(id),
                                EncryptedClientInfo.text(origin))
                        .orElse(null);
    }

    private ProducerRecord<byte[], byte[]> record(AuditRecord note) {
        return new ProducerRecord<>(
                Topics.AUDIT.name(),
                partitions.of(note.workspace()),
                note.workspace().getBytes(StandardCharsets.UTF_8),
                codec.encode(note));
    }

    /** Writes the remaining entries, as far as the time suffices. */
    @Override
    public void close() {
        worker.execute(() -> safely(() -> tally.rest().forEach(this::write)));
        worker.shutdown();
        try {
            if (!worker.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
