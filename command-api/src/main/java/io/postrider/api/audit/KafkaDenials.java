package io.postrider.api.audit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.api.http.Denials;
import io.postrider.api.http.IdMint;
import io.postrider.domain.kernel.IdKind;
import io.postrider.runtime.kafka.SideRecords;
import io.postrider.runtime.log.Partitions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Denial;
import io.postrider.schemas.SchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes refusals into the log of the audit: the first of its kind at once, and what is like it no oftener than once a
 * minute, with its number, so that nobody fills the log by being refused.
 */
public final class KafkaDenials implements Denials {

    private static final Duration QUIET = Duration.ofMinutes(1);
    private static final Duration REMEMBERED = Duration.ofHours(1);
    private static final int KINDS_MAX = 10_000;

    private final SideRecords records;
    private final Partitions partitions;
    private final ValueCodec<Denial> codec;
    private final IdMint mint;
    private final Cache<Kind, Heard> heard =
            Caffeine.newBuilder().maximumSize(KINDS_MAX).expireAfterAccess(REMEMBERED).build();

    private record Kind(Actor actor, String workspace, String operation, String code) {}

    /** When one was written last, and how many have not been since. */
    private record Heard(Instant written, int since) {}

    public KafkaDenials(SideRecords records, Partitions partitions, SchemaIds ids, IdMint mint) {
        this.records = records;
        this.partitions = partitions;
        this.codec = ValueCodec.denials(ids);
        this.mint = mint;
    }

    @Override
    public void denied(
            Actor actor, String workspace, String operation, String code, String requestId) {
        Instant now = mint.now();
        int times = timesToTell(new Kind(actor, workspace, operation, code), now);
        if (times > 0) {
            Denial denial =
                    new Denial(
                            mint.freshId(IdKind.EVT),
                            now,
                            workspace,
                            actor.type(),
                            actor.id(),
                            operation,
                            code,
                            requestId,
                            times);
            records.write(() -> record(denial));
        }
    }

    /** How many a record written now stands for; 0 where none is to be written yet. */
    private int timesToTell(Kind kind, Instant now) {
        AtomicInteger times = new AtomicInteger();
        var _ =
                heard.asMap()
                        .compute(
                                kind,
                                (_, before) -> {
                                    if (before != null
                                            && now.isBefore(before.written.plus(QUIET))) {
                                        return new Heard(before.written, before.since + 1);
                                    }
                                    times.set(before == null ? 1 : before.since + 1);
                                    return new Heard(now, 0);
                                });
        return times.get();
    }

    private ProducerRecord<byte[], byte[]> record(Denial denial) {
        return new ProducerRecord<>(
                Topics.AUDIT.name(),
                partitions.of(denial.workspace()),
                denial.time().toEpochMilli(),
                denial.workspace().getBytes(StandardCharsets.UTF_8),
                codec.encode(denial));
    }
}
