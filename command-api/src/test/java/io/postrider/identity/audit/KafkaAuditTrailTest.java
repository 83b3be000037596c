package io.postrider.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.api.FakeTenants;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.schemas.Actor;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.AuditJson;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.route.AuditTrail.Deed;
import io.postrider.web.route.AuditTrail.Entry;
import io.postrider.web.route.AuditTrail.Origin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class KafkaAuditTrailTest {

    private static final String WORKSPACE = "ws_01h455vb4pex5vsknk084sn02q";
    private static final String REQUEST = "req_01h455vb4pex5vsknk084sn02q";
    private static final Actor KEY = Actor.key("key_01h455vb4pex5vsknk084sn02q");
    private static final Actor PERSON = Actor.user("usr_01h455vb4pex5vsknk084sn02q");
    private static final Origin ORIGIN = new Origin("198.51.100.7", "planted-agent/8.5");
    private static final Instant NOW = Instant.parse("2026-11-02T09:30:00.125Z");
    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();

    @TempDir private Path folder;
    private final MockProducer<byte[], byte[]> log =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final BestEffortPublisher records =
            new BestEffortPublisher("audit", log, new SimpleMeterRegistry());
    private DataKeys dataKeys;
    private KafkaAuditTrail trail;

    @BeforeEach
    void open() {
        dataKeys = new DataKeys(SecretFiles.open(folder));
        for (String owner : List.of(WORKSPACE, PERSON.id())) {
            dataKeys.put(owner, 0, dataKeys.mint(owner));
        }
        trail =
                new KafkaAuditTrail(
                        records,
                        new Partitions(1),
                        IDS,
                        new SecretBox(dataKeys),
                        new IdGenerator(() -> NOW, new SecureRandom(), new byte[32]),
                        new FakeTenants());
    }

    @Test
    void aFullDiskDropsBestEffortRecords() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (BestEffortPublisher full = new BestEffortPublisher("full", log, meters, () -> false)) {
            full.write(() -> new ProducerRecord<>("topic", new byte[0], new byte[0]));
        }

        assertThat(log.history()).isEmpty();
        assertThat(meters.counter("postrider.full", "outcome", "lost").count()).isOne();
    }

    @Test
    void aDeadTrailIsReported() {
        IdGenerator broken =
                new IdGenerator(
                        () -> {
                            throw new NoClassDefFoundError("a.B");
                        },
                        new SecureRandom(),
                        new byte[32]);
        try (KafkaAuditTrail failing =
                new KafkaAuditTrail(
                        records,
                        new Partitions(1),
                        IDS,
                        new SecretBox(dataKeys),
                        broken,
                        new FakeTenants())) {
            await().until(() -> failing.dead().isDone());
        }
    }

    @Test
    @Verifies({"key-denials-audited", "scope-denials", "audit-changes"})
    void denialsAreWrittenAtOnceAndTheRestAtTheEnd() {
        for (int i = 0; i < 4; i++) {
            take(KEY, new Deed.Denied("key_revoked"));
        }
        trail.take(List::of);

        List<AuditRecord> written = written();
        assertThat(written).extracting(AuditRecord::times).containsExactly(1, 3);
        assertThat(written).extracting(AuditRecord::id).doesNotHaveDuplicates();
        AuditRecord note = written.getFirst();
        assertThat(note.isDenial()).isTrue();
        assertThat(note.code()).isEqualTo("key_revoked");
        assertThat(note.workspace()).isEqualTo(WORKSPACE);
        assertThat(note.requestId()).isEqualTo(REQUEST);
        assertThat(note.time()).isEqualTo(NOW);
    }

    @Test
    void accountActivityIsNotADenial() {
        take(PERSON, new Deed.Done("user.signed_in", "second_factor"));

        AuditRecord note = written().getFirst();
        assertThat(note.isDenial()).isFalse();
        assertThat(note.action()).isEqualTo("user.signed_in");
        assertThat(note.method()).isEqualTo("second_factor");
        assertThat(note.code()).isEmpty();
    }

    @Test
    @Verifies("audit-origin-sealed")
    void clientInfoIsSealedForTheWorkspaceOfAKeyAndForAUser() {
        take(KEY, new Deed.Denied("key_revoked"));
        take(PERSON, new Deed.Denied("sign_in_refused"));

        List<AuditRecord> written = written();
        assertThat(log.history())
                .noneMatch(record ->
                        new String(record.value(), StandardCharsets.ISO_8859_1)
                                .contains("planted-agent"));
        assertThat(opened(written.get(0)).path("ip").asString("")).isEqualTo("198.51.100.7");
        assertThat(opened(written.get(1)).path("user_agent").asString(""))
                .isEqualTo("planted-agent/8.5");

        dataKeys.remove(PERSON.id(), 0);
        assertThat(opened(written.get(0)).path("ip").isNull()).isFalse();
        ObjectNode erased = opened(written.get(1));
        assertThat(erased.path("user_agent").isNull()).isTrue();
        assertThat(erased.has(AuditJson.SEALED)).isFalse();
    }

    @Test
    @Verifies("audit-origin-sealed")
    void dataOfAnotherEntryIsNotDecrypted() {
        take(KEY, new Deed.Denied("key_revoked"));
        take(KEY, new Deed.Denied("key_expired"));

        List<AuditRecord> written = written();
        ObjectNode entry = AuditJson.of(written.get(0));
        entry.put(AuditJson.SEALED, Objects.requireNonNull(written.get(1).sealed()));
        new EncryptedClientInfo(new SecretBox(dataKeys)).open(WORKSPACE, entry);

        assertThat(entry.path("ip").isNull()).isTrue();
    }

    @Test
    @Verifies("audit-shares")
    void refusalsOfOneWorkspaceLeaveRoomForARefusalAndASignInOfAnother() {
        trail.take(() ->
                IntStream.range(0, AuditAggregator.KINDS_MAX)
                        .mapToObj(i -> refusal("ws_other", Actor.key("key_" + i)))
                        .toList());
        take(KEY, new Deed.Denied("key_revoked"));
        take(PERSON, new Deed.Done("user.signed_in", "password"));

        assertThat(written())
                .filteredOn(note -> note.workspace().equals(WORKSPACE))
                .extracting(AuditRecord::actorId)
                .containsExactly(KEY.id(), PERSON.id());
    }

    @Test
    void anEntryThatCannotBeMadeKeepsNoOtherFromBeingTaken() {
        trail.take(() -> {
            throw new IllegalStateException("a bug");
        });
        take(KEY, new Deed.Denied("key_revoked"));

        assertThat(written()).hasSize(1);
    }

    @Test
    void entriesAfterTheEndAreIgnored() {
        trail.close();
        take(KEY, new Deed.Denied("key_revoked"));

        assertThat(written()).isEmpty();
    }

    private void take(Actor actor, Deed deed) {
        Entry entry = new Entry(WORKSPACE, actor, "GET /api/v1/links", deed, REQUEST, ORIGIN);
        trail.take(() -> List.of(entry));
    }

    private static Entry refusal(String workspace, Actor actor) {
        Deed deed = new Deed.Denied("key_revoked");
        return new Entry(workspace, actor, "GET /api/v1/links", deed, REQUEST, ORIGIN);
    }

    private ObjectNode opened(AuditRecord note) {
        ObjectNode entry = AuditJson.of(note);
        new EncryptedClientInfo(new SecretBox(dataKeys)).open(WORKSPACE, entry);
        return entry;
    }

    private List<AuditRecord> written() {
        trail.close();
        records.close();
        assertThat(log.history()).allMatch(record -> record.topic().equals(Topics.AUDIT.name()));
        return log.history().stream()
                .map(record -> ValueCodec.auditNotes(IDS).decode(record.value()))
                .toList();
    }
}
