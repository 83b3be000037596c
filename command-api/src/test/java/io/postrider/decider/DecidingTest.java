package io.postrider.decider;

import static io.postrider.decider.Samples.NOW;
import static io.postrider.decider.Samples.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.ClicksAdmitted;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkExhausted;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import io.postrider.schemas.Actor;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.CommandUnchanged;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecidingTest {

    private static final Link LINK = Samples.link("one");
    private static final String KEY = "go.test/one";

    private final DeciderHarness bench = new DeciderHarness();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void anAcceptedCommandLeavesItsEventAndIsAnsweredWithIt() {
        CommandBuilder asked = bench.creating(LINK).answeredAt("node-b:8080");

        DeciderHarness.Answer answer = bench.answerTo(asked);

        EventHeader header =
                new EventHeader(
                        asked.eventId(0),
                        "link.created",
                        NOW,
                        WORKSPACE,
                        KEY,
                        1,
                        asked.commandId(),
                        "req_1",
                        Actor.key("key_1"));
        TestRecord<byte[], byte[]> written = bench.written(Context.LINKS).getFirst();
        assertThat(event(written)).isEqualTo(new EventRecord(header, new LinkCreated(LINK)));
        assertThat(answer.replyTo()).isEqualTo("node-b:8080");
        assertThat(answer.commandId()).isEqualTo(asked.commandId());
        assertThat(answer.outcome())
                .usingRecursiveComparison()
                .isEqualTo(
                        new CommandOutcome(
                                asked.commandId(),
                                KEY,
                                CommandOutcome.ACCEPTED,
                                1,
                                written.value(),
                                null,
                                0,
                                0,
                                0,
                                null,
                                NOW,
                                false));
    }

    @Test
    void anEventRecordIsACloudEventThatNamesItsCommand() {
        bench.send(bench.creating(Samples.link("zero")));
        CommandBuilder asked = bench.creating(LINK);
        bench.written(Context.LINKS);
        Headers trace = new RecordHeaders().add("traceparent", DeciderHarness.utf8("00-ab-cd-01"));
        trace.add("other", DeciderHarness.utf8("not passed on"));

        bench.pipe(
                Context.LINKS,
                new TestRecord<>(DeciderHarness.utf8(KEY), asked.framed(), trace, NOW));

        TestRecord<byte[], byte[]> written = bench.written(Context.LINKS).getFirst();
        assertThat(texts(written.headers()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "ce_id", asked.eventId(0),
                                "ce_source", "/postrider",
                                "ce_type", "link.created",
                                "ce_specversion", "1.0",
                                "ce_time", "2026-03-01T12:00:00.123Z",
                                "ce_subject", KEY,
                                "ce_workspace", WORKSPACE,
                                "content-type", "application/avro",
                                "traceparent", "00-ab-cd-01"));
        assertThat(commandOffset(written)).isEqualTo(1);
        assertThat(written.key()).isEqualTo(DeciderHarness.utf8(KEY));
        assertThat(written.timestamp()).isEqualTo(NOW.toEpochMilli());
    }

    @Test
    void eventsOfOneCommandAreNumberedOn() {
        Instant end = NOW.plusSeconds(1);
        bench.send(bench.creating(Samples.expiring(end)));
        bench.written(Context.LINKS);
        CommandBuilder asked =
                bench.asking(Context.LINKS, "go.test/a", new DeleteLink(WORKSPACE))
                        .at(end.plusSeconds(1));

        CommandOutcome outcome = bench.send(asked);

        List<TestRecord<byte[], byte[]>> written = bench.written(Context.LINKS);
        assertThat(written)
                .extracting(record -> event(record).header().type())
                .containsExactly("link.expired", "link.deleted");
        assertThat(written)
                .extracting(record -> event(record).header().sequence())
                .containsExactly(2L, 3L);
        assertThat(written)
                .extracting(record -> event(record).header().id())
                .containsExactly(asked.eventId(0), asked.eventId(1));
        assertThat(outcome.version()).isEqualTo(3);
        assertThat(outcome.event()).isEqualTo(written.getLast().value());
        assertThat(written.getFirst().headers().lastHeader(EventHeaders.COMMAND_OFFSET)).isNull();
        assertThat(commandOffset(written.getLast())).isEqualTo(1);
    }

    @Test
    void aRefusedCommandLeavesASettlementAndNothingElse() {
        bench.send(bench.creating(LINK));
        bench.written(Context.LINKS);
        byte[] before = newest();
        CommandBuilder asked = bench.creating(LINK);

        CommandOutcome outcome = bench.send(asked);

        assertThat(bench.written(Context.LINKS)).isEmpty();
        TestRecord<byte[], byte[]> settlement = bench.settled(Context.LINKS).getFirst();
        assertThat(
                        EventCodec.settlements(Context.LINKS, DeciderHarness.IDS)
                                .decode(settlement.value()))
                .isEqualTo(
                        new EventRecord(
                                new EventHeader(
                                        asked.eventId(0),
                                        "command.rejected",
                                        NOW,
                                        WORKSPACE,
                                        KEY,
                                        0,
                                        asked.commandId(),
                                        "req_1",
                                        Actor.key("key_1")),
                                new CommandRejected(
                                        "link.create",
                                        "slug_taken",
                                        "The slug one is already taken on go.test.")));
        assertThat(texts(settlement.headers())).containsEntry("ce_type", "command.rejected");
        assertThat(commandOffset(settlement)).isEqualTo(1);
        assertThat(outcome.kind()).isEqualTo(CommandOutcome.REJECTED);
        assertThat(outcome.event()).isNull();
        assertThat(outcome.offset()).isEqualTo(1);
        assertThat(newest()).isEqualTo(before);
    }

    @Test
    void fieldsThatDoNotFitTogetherAreNamed() {
        bench.send(bench.creating(LINK));

        CommandOutcome outcome =
                bench.send(
                        bench.asking(
                                Context.LINKS,
                                KEY,
                                new UpdateLink(WORKSPACE, Samples.startingAfterItsEnd())));

        assertThat(outcome.rejection())
                .isEqualTo(
                        new Rejection(
                                Rejection.Kind.INVALID,
                                "invalid",
                                "Some fields are not valid.",
                                List.of(
                                        new FieldError(
                                                "/expires_at",
                                                "not_after_start",
                                                "Expected an expires_at after starts_at."))));
    }

    @Test
    void admittedClicksAreCountedWithoutWritingTheLink() {
        bench.send(bench.creating(Samples.link("one", 10L)));
        bench.written(Context.LINKS);

        CommandOutcome three =
                bench.send(bench.asking(Context.LINKS, KEY, new AdmitClicks(WORKSPACE, 3)));
        CommandOutcome four =
                bench.send(bench.asking(Context.LINKS, KEY, new AdmitClicks(WORKSPACE, 4)));
        List<TestRecord<byte[], byte[]>> counts = bench.settled(Context.LINKS);
        assertThat(bench.written(Context.LINKS)).as("a topic that is kept for ever").isEmpty();
        bench.send(titled());
        EventRecord edited = bench.onlyEvent(Context.LINKS);
        CommandOutcome rest =
                bench.send(bench.asking(Context.LINKS, KEY, new AdmitClicks(WORKSPACE, 9)));

        assertThat(three.event()).isEqualTo(counts.getFirst().value());
        assertThat(four.event()).isEqualTo(counts.getLast().value());
        assertThat(counts)
                .extracting(record -> settlement(record).payload())
                .containsExactly(new ClicksAdmitted(3, 3), new ClicksAdmitted(4, 7));
        assertThat(edited.payload())
                .isInstanceOfSatisfying(
                        LinkUpdated.class,
                        updated -> assertThat(updated.link().admittedClicks()).isEqualTo(7));
        assertThat(bench.onlyEvent(Context.LINKS).payload())
                .isInstanceOfSatisfying(
                        LinkExhausted.class,
                        exhausted -> {
                            assertThat(exhausted.count()).isEqualTo(3);
                            assertThat(exhausted.link().admittedClicks()).isEqualTo(10);
                            assertThat(exhausted.link().title()).isEqualTo("New");
                        });
        assertThat(rest.version()).isEqualTo(3);
    }

    private CommandBuilder titled() {
        return bench.asking(Context.LINKS, KEY, new UpdateLink(WORKSPACE, Samples.title("New")));
    }

    @Test
    void aCommandWithoutEffectReturnsTheState() {
        bench.send(bench.creating(LINK));
        TestRecord<byte[], byte[]> created = bench.written(Context.LINKS).getFirst();
        CommandBuilder asked = bench.asking(Context.LINKS, KEY, new AdmitClicks(WORKSPACE, 1));

        CommandOutcome outcome = bench.send(asked);

        EventRecord settlement = bench.onlySettlement(Context.LINKS);
        assertThat(bench.written(Context.LINKS)).isEmpty();
        assertThat(settlement.payload()).isEqualTo(new CommandUnchanged("link.admit_clicks"));
        assertThat(settlement.header().sequence()).isZero();
        assertThat(outcome.kind()).isEqualTo(CommandOutcome.UNCHANGED);
        assertThat(outcome.version()).isEqualTo(1);
        assertThat(outcome.event()).isEqualTo(created.value());
    }

    @Test
    void contextsKeepAggregatesOfTheSameNameApart() {
        bench.send(bench.creating(LINK));
        CommandOutcome other =
                bench.send(bench.asking(Context.KEYS, KEY, new CreateKey(Samples.key(1))));

        assertThat(other.kind()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(other.version()).isEqualTo(1);
        assertThat(bench.onlyEvent(Context.KEYS).header().type()).isEqualTo("key.created");
        // The newest change of each context beside them.
        assertThat(bench.stored(AggregateStore.NAME)).isEqualTo(4);
    }

    @Test
    void aLinkLargerThanTheLogTakesIsRefusedAndTheLogMovesOn() {
        Link huge = Samples.link("x".repeat(ContextHandler.EVENT_BYTES_MAX / 2));

        CommandOutcome refused =
                bench.send(bench.asking(Context.LINKS, "go.test/huge", new CreateLink(huge)));

        assertThat(refused.rejection()).isEqualTo(Rejections.TOO_LARGE);
        assertThat(bench.send(bench.creating(LINK)).kind()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    private byte[] newest() {
        return bench.store(AggregateStore.NAME).get(AggregateStore.key(Context.LINKS, KEY));
    }

    private static EventRecord event(TestRecord<byte[], byte[]> written) {
        return DeciderHarness.eventCodec(Context.LINKS).decode(written.value());
    }

    private static EventRecord settlement(TestRecord<byte[], byte[]> written) {
        return EventCodec.settlements(Context.LINKS, DeciderHarness.IDS).decode(written.value());
    }

    private static Map<String, String> texts(Headers headers) {
        Map<String, String> all = new TreeMap<>();
        Arrays.stream(headers.toArray())
                .filter(header -> !header.key().equals(EventHeaders.COMMAND_OFFSET))
                .forEach(header ->
                        all.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        return all;
    }

    private static long commandOffset(TestRecord<byte[], byte[]> written) {
        byte[] value = written.headers().lastHeader("pr_command_offset").value();
        assertThat(value).hasSize(8);
        return ByteBuffer.wrap(value).getLong();
    }
}
