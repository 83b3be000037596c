package io.postrider.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.schemas.Actor;
import io.postrider.schemas.Attempt;
import io.postrider.schemas.AuditRecord;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.Context;
import io.postrider.schemas.Delivery;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventPublished;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.KeptCompletion;
import io.postrider.schemas.LastSeen;
import io.postrider.schemas.LinkListed;
import io.postrider.schemas.QuotaUse;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.Secret;
import io.postrider.schemas.Topics;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CodecTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final long SEED = 4_711;
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00.123Z");

    private final Samples samples = new Samples(SEED);

    @Test
    void everyEventTypeRoundTrips() {
        for (Context context : Context.values()) {
            EventCodec codec = EventCodec.of(context, IDS);
            PayloadTypes.events(context)
                    .forEach((name, type) -> eventRoundTrips(codec, name, type));
            EventCodec settlements = EventCodec.settlements(context, IDS);
            PayloadTypes.settlements()
                    .forEach((name, type) -> eventRoundTrips(settlements, name, type));
        }
        PayloadTypes.facts(Topics.CLICKS)
                .forEach((name, type) -> eventRoundTrips(EventCodec.clicks(IDS), name, type));
        PayloadTypes.facts(Topics.LISTINGS)
                .forEach((name, type) -> eventRoundTrips(EventCodec.listings(IDS), name, type));
        PayloadTypes.facts(Topics.PUBLISHED)
                .forEach((name, type) -> eventRoundTrips(EventCodec.published(IDS), name, type));
    }

    @Test
    void anEventOfACallersTypeRoundTrips() {
        EventCodec codec = EventCodec.published(IDS);
        EventRecord event = new EventRecord(header("order.paid"), new EventPublished("{}"));

        assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
    }

    @Test
    void everyCommandTypeRoundTrips() {
        for (Context context : Context.values()) {
            CommandCodec codec = CommandCodec.of(context, IDS);
            PayloadTypes.commands(context)
                    .forEach((name, type) -> {
                        Record body = samples.of(type);
                        CommandRecord command = new CommandRecord(commandHeader(name), body);
                        assertThat(codec.typeOf(body)).isEqualTo(name);
                        assertThat(codec.decode(codec.encode(command)))
                                .as("%s, seed %d", name, SEED)
                                .isEqualTo(command);
                    });
        }
    }

    @Test
    void everyPlainValueRoundTrips() {
        roundTrips(ValueCodec.rawClicks(IDS), RawClick.class);
        roundTrips(ValueCodec.deliveries(IDS), Delivery.class);
        roundTrips(ValueCodec.attempts(IDS), Attempt.class);
        roundTrips(ValueCodec.secrets(IDS), Secret.class);
        roundTrips(ValueCodec.lastSeen(IDS), LastSeen.class);
        roundTrips(ValueCodec.quotas(IDS), QuotaUse.class);
        roundTrips(ValueCodec.auditNotes(IDS), AuditRecord.class);
        roundTrips(ValueCodec.completions(IDS), KeptCompletion.class);
        roundTrips(ValueCodec.outcomes(IDS), CommandOutcome.class);
    }

    @Test
    void anEventTopicHasNoTypeOfARecordThatIsNoData() {
        for (Context context : Context.values()) {
            assertThat(EventCodec.typesOn(context.events()))
                    .doesNotContain("command.rejected", "command.unchanged", "link.listed");
        }
        assertThat(EventCodec.typesOn(Topics.LISTINGS)).containsExactly("link.listed");
    }

    @Test
    void aLengthThatNoTextCanHaveIsUndecodable() {
        byte[] bad = {0, 0, 0, 0, 0, (byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f};
        EventCodec codec = EventCodec.of(Context.LINKS, IDS);
        ByteBuffer.wrap(bad, 1, 4)
                .putInt(
                        IDS.idOf(
                                Context.LINKS.events().subject(),
                                Schemas.current(Context.LINKS.events().subject())));

        assertThatThrownBy(() -> codec.decode(bad)).isInstanceOf(UndecodableException.class);
    }

    @Test
    void aReservationHasNoBody() {
        CommandCodec codec = CommandCodec.of(Context.LINKS, IDS);
        CommandRecord command = new CommandRecord(commandHeader(CommandRecord.RESERVE), null);

        assertThat(codec.decode(codec.encode(command))).isEqualTo(command);
    }

    @Test
    void aTypeThatIsNewerThanTheReaderHasNoPayloadAndDoesNotFail() {
        EventCodec codec = EventCodec.of(Context.LINKS, IDS);
        EventRecord event = new EventRecord(header("link.teleported"), null);

        assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
    }

    @Test
    void valuesAreFramedAsConfluentsAre() {
        EventCodec codec = EventCodec.of(Context.LINKS, IDS);
        byte[] bytes = codec.encode(new EventRecord(header("link.deleted"), null));

        assertThat(bytes[0]).isZero();
        int id = ByteBuffer.wrap(bytes, 1, 4).getInt();
        assertThat(IDS.schemaOf(id)).isEqualTo(Schemas.current(Context.LINKS.events().subject()));
    }

    @Test
    void invalidBytesAreUndecodable() {
        EventCodec codec = EventCodec.of(Context.LINKS, IDS);
        byte[] good = codec.encode(new EventRecord(header("link.deleted"), null));
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 5_000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
            for (int flips = random.nextInt(4); flips >= 0 && bad.length > 0; flips--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            try {
                codec.decode(bad);
            } catch (UndecodableException expected) {
                assertThat(expected).hasMessageNotContaining("null");
            }
        }
        assertThatThrownBy(() -> codec.decode(new byte[0]))
                .isInstanceOf(UndecodableException.class);
        assertThatThrownBy(() -> codec.decode(new byte[] {0, 0, 0, 0, 1, 2}))
                .isInstanceOf(UndecodableException.class);
    }

    private void eventRoundTrips(EventCodec codec, String name, Class<? extends Record> type) {
        Record payload = samples.of(type);
        EventRecord event = new EventRecord(header(name), payload);
        assertThat(codec.typeOf(payload)).isEqualTo(name);
        assertThat(codec.decode(codec.encode(event)))
                .as("%s, seed %d", name, SEED)
                .isEqualTo(event);
    }

    private <T extends Record> void roundTrips(ValueCodec<T> codec, Class<T> type) {
        T value = samples.of(type);
        assertThat(codec.decode(codec.encode(value)))
                .usingRecursiveComparison()
                .as("%s, seed %d", type, SEED)
                .isEqualTo(value);
    }

    private static EventHeader header(String type) {
        return new EventHeader(
                "evt_1", type, NOW, "ws_1", "localhost/x", 7, "cmd_1", null, Actor.key("key_1"));
    }

    private static CommandHeader commandHeader(String type) {
        return new CommandHeader(
                "cmd_1",
                type,
                NOW,
                "ws_1",
                "localhost/x",
                Actor.system("test"),
                null,
                3L,
                new Idempotency("s", "h"),
                null);
    }

    @Test
    void mapsKeepTheirEntries() {
        LinkListed listed = new LinkListed(1, List.of("lnk_1"), Map.of("tag", "a", "q", "b"));
        EventCodec codec = EventCodec.listings(IDS);

        assertThat(
                        codec.decode(codec.encode(new EventRecord(header("link.listed"), listed)))
                                .payload())
                .isEqualTo(listed);
    }
}
