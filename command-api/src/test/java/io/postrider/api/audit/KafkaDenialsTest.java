package io.postrider.api.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.http.IdMint;
import io.postrider.runtime.kafka.SideRecords;
import io.postrider.runtime.log.Partitions;
import io.postrider.schemas.Actor;
import io.postrider.schemas.Denial;
import io.postrider.schemas.LockedSchemaIds;
import io.postrider.schemas.Topics;
import io.postrider.schemas.ValueCodec;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaDenialsTest {

    private static final String WORKSPACE = "ws_01h455vb4pex5vsknk084sn02q";
    private static final Actor KEY = Actor.key("key_01h455vb4pex5vsknk084sn02q");
    private static final Actor OTHER = Actor.key("key_01h455vb4pex5vsknk084sn02r");
    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    private final MockProducer<byte[], byte[]> log =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final SideRecords records = new SideRecords("denials", log, new SimpleMeterRegistry());
    private Instant now = Instant.parse("2026-11-02T09:30:00.125Z");
    private final KafkaDenials denials =
            new KafkaDenials(
                    records,
                    new Partitions(1),
                    IDS,
                    new IdMint(() -> now, new SecureRandom(), new byte[32]));

    @Test
    void theFirstIsToldAtOnceAndThoseLikeItTogetherAfterAMinute() {
        deny(KEY, "POST /api/v1/keys");
        deny(KEY, "POST /api/v1/keys");
        deny(KEY, "POST /api/v1/keys");
        now = now.plus(Duration.ofSeconds(61));
        deny(KEY, "POST /api/v1/keys");

        assertThat(written()).extracting(Denial::times).containsExactly(1, 3);
    }

    @Test
    void othersAndOtherOperationsAreToldApart() {
        deny(KEY, "POST /api/v1/keys");
        deny(OTHER, "POST /api/v1/keys");
        deny(KEY, "GET /api/v1/keys");

        List<Denial> written = written();
        assertThat(written).hasSize(3).allMatch(denial -> denial.times() == 1);
        assertThat(written).extracting(Denial::workspace).containsOnly(WORKSPACE);
        assertThat(written).extracting(Denial::id).doesNotHaveDuplicates();
    }

    private void deny(Actor actor, String operation) {
        denials.denied(
                actor, WORKSPACE, operation, "scope_missing", "req_01h455vb4pex5vsknk084sn02q");
    }

    private List<Denial> written() {
        records.close();
        assertThat(log.history()).allMatch(record -> record.topic().equals(Topics.AUDIT.name()));
        return log.history().stream()
                .map(record -> ValueCodec.denials(IDS).decode(record.value()))
                .toList();
    }
}
