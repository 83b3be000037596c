package io.postrider.decider;

import static io.postrider.decider.Samples.WORKSPACE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkCommand.CreateLink;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkDecider;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkState;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.testkit.records.Records;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One record among a hundred on which each part of the decider throws. */
class DeciderFaultsTest {

    private static final int RECORDS = 100;
    private static final int BAD = 42;
    private static final byte[] JUNK = {9};
    private static final Duration HOUR = Duration.ofHours(1);

    private final Instant start = Instant.ofEpochMilli(System.currentTimeMillis());
    private final DeciderHarness bench = new DeciderHarness();

    @AfterEach
    void close() {
        bench.close();
    }

    /** It is decoded before each decision on its aggregate. */
    @Test
    void anEventThatCannotBeReadMakesItsAggregateUnavailableAndNoOther() {
        createAll();
        aggregates().put(aggregate(BAD), JUNK);

        List<CommandOutcome> outcomes = deleteAll();

        assertOneFailed(outcomes);
        assertThat(aggregates().get(aggregate(BAD))).isEqualTo(JUNK);
    }

    @Test
    void anEventThatCannotBeAppliedMakesItsAggregateUnavailableAndNoOther() {
        createAll();
        Bytes key = aggregate(BAD);
        aggregates().put(key, unknownType(aggregates().get(key)));

        assertOneFailed(deleteAll());
    }

    /** The newest state of a store is what its changelog says, so this is what a poisoned record there leaves. */
    @Test
    void anOutcomeThatCannotBeReadFailsTheRequestsOfItsKeyAlone() {
        createAll();
        bench.store(IdempotencyStore.NAME).put(entryOf("scope " + BAD), JUNK);

        List<CommandOutcome> outcomes =
                IntStream.range(0, RECORDS).mapToObj(i -> bench.send(creating(i, null))).toList();

        assertThat(outcomes)
                .extracting(CommandOutcome::kind)
                .containsOnly(CommandOutcome.ACCEPTED, CommandOutcome.REJECTED);
        assertThat(outcomes.get(BAD).rejection()).isEqualTo(Rejections.INTERNAL_ERROR);
        assertThat(outcomes).filteredOn(CommandOutcome::replayed).hasSize(RECORDS - 1);
        assertThat(bench.deadLetters()).hasSize(1);
    }

    @Test
    void keysThatNoStoreWritesCostNoCommandAnything() {
        bench.store(TimerStore.NAME).put(Bytes.wrap(JUNK), JUNK);
        bench.store(IdempotencyStore.NAME).put(Bytes.wrap(new byte[] {2, 0, 1}), JUNK);
        for (Context context : Context.values()) {
            bench.store(IdempotencyStore.NAME)
                    .put(Bytes.wrap(new byte[] {2, (byte) context.number(), 1}), JUNK);
            aggregates().put(Bytes.wrap(new byte[] {(byte) (0x20 | context.number())}), JUNK);
            aggregates().put(Bytes.wrap(new byte[] {(byte) (0x40 | context.number())}), JUNK);
        }

        createAll();

        assertThat(bench.deadLetters()).isEmpty();
    }

    /** No store can hold its time, which is found after the decision, when its event is staged already. */
    @Test
    void commandsAreWrittenCompletelyOrNotAtAll() {
        ProcessorHarness deciding =
                new ProcessorHarness(
                        0,
                        new DecisionLogic(
                                List.of(
                                        new ContextHandlers(context ->
                                                new ContextHandler(
                                                        context,
                                                        List.of(
                                                                Catalogue.LINK.decidedBy(
                                                                        new NeverDue())),
                                                        DeciderHarness.IDS)))));
        int letters = 0;
        int events = 0;
        for (int i = 0; i < RECORDS; i++) {
            var decided = deciding.decide(Context.LINKS, creating(i, null).record());
            letters += deciding.forwarded(Topics.DEAD_LETTERS).size();
            events += decided.events().size();
        }

        assertThat(letters).isEqualTo(1);
        assertThat(events).isEqualTo(RECORDS - 1);
        assertThat(stored(deciding, AggregateStore.NAME, aggregate(BAD))).isNull();
        assertThat(stored(deciding, IdempotencyStore.NAME, entryOf("scope " + BAD))).isNull();
        assertThat(stored(deciding, AggregateStore.NAME, aggregate(BAD + 1))).isNotNull();
    }

    /** Wants to be reminded of one link at a time that has no milliseconds. */
    private static final class NeverDue implements Decider<LinkCommand, LinkState, LinkEvent> {

        private final LinkDecider decider = new LinkDecider();

        @Override
        public LinkState initialState() {
            return decider.initialState();
        }

        @Override
        public Decision<LinkEvent> decide(LinkState state, LinkCommand command, Instant at) {
            return decider.decide(state, command, at);
        }

        @Override
        public LinkState evolve(LinkState state, LinkEvent event) {
            return decider.evolve(state, event);
        }

        @Override
        public Optional<ScheduledCommand<LinkCommand>> due(LinkState state) {
            return state.toString().contains("slug=s" + BAD + ",")
                    ? Optional.of(new ScheduledCommand<>(Instant.MAX, new DeleteLink(WORKSPACE)))
                    : Optional.empty();
        }
    }

    @Test
    void anAnswerThatCannotBeGivenIsTheOnlyOne() {
        createAll();
        AtomicInteger answers = new AtomicInteger();
        bench.answering =
                id -> {
                    if (answers.getAndIncrement() == BAD) {
                        throw new IllegalStateException(id);
                    }
                };

        List<CommandOutcome> outcomes = deleteAll();

        assertThat(outcomes).extracting(CommandOutcome::kind).containsOnly(CommandOutcome.ACCEPTED);
        assertThat(bench.deadLetters()).as("the command is decided").isEmpty();
        assertThat(bench.events(Context.LINKS)).hasSize(2 * RECORDS);
    }

    /** The others are sent in the same round. */
    @Test
    void aReminderThatCannotBeSentIsTheOnlyOne() {
        endingAll();
        bench.remindingOf =
                command -> {
                    if (command.header().aggregate().equals(key(BAD))) {
                        throw new IllegalStateException(command.header().id());
                    }
                };

        List<CommandRecord> sent = bench.remindedIn(HOUR.plusSeconds(2));

        assertThat(sent).hasSize(RECORDS - 1);
    }

    @Test
    void anAggregateThatCannotBeRemindedIsTheOnlyOne() {
        endingAll();
        aggregates().put(aggregate(BAD), JUNK);
        bench.store(TimerStore.NAME).put(Bytes.wrap(JUNK), JUNK);

        List<CommandRecord> sent = bench.remindedIn(HOUR.plusSeconds(2));

        assertThat(sent).hasSize(RECORDS - 1);
    }

    private void assertOneFailed(List<CommandOutcome> outcomes) {
        assertThat(outcomes).hasSize(RECORDS);
        assertThat(outcomes.get(BAD).rejection()).isEqualTo(Rejections.INTERNAL_ERROR);
        assertThat(outcomes)
                .filteredOn(outcome -> outcome.kind().equals(CommandOutcome.ACCEPTED))
                .hasSize(RECORDS - 1);
        assertThat(bench.deadLetters())
                .singleElement()
                .satisfies(letter -> {
                    assertThat(letter.topic()).isEqualTo("postrider.commands.links.v1");
                    assertThat(letter.processor()).isEqualTo("decide");
                    assertThat(letter.workspace()).isEqualTo(WORKSPACE);
                    assertThat(letter.value()).isNotEmpty();
                });
        assertThat(bench.settlements(Context.LINKS))
                .extracting(EventRecord::payload)
                .filteredOn(CommandRejected.class::isInstance)
                .hasSize(1);
    }

    private void createAll() {
        for (int i = 0; i < RECORDS; i++) {
            assertThat(bench.send(creating(i, null)).kind()).isEqualTo(CommandOutcome.ACCEPTED);
        }
    }

    private void endingAll() {
        for (int i = 0; i < RECORDS; i++) {
            assertThat(bench.send(creating(i, start.plus(HOUR)).at(start)).kind())
                    .isEqualTo(CommandOutcome.ACCEPTED);
        }
    }

    private List<CommandOutcome> deleteAll() {
        return IntStream.range(0, RECORDS)
                .mapToObj(i -> bench.asking(Context.LINKS, key(i), new DeleteLink(WORKSPACE)))
                .map(bench::send)
                .toList();
    }

    private CommandBuilder creating(int number, @Nullable Instant end) {
        Link link = Records.with(Samples.link("s" + number), "expiresAt", end);
        return bench.asking(Context.LINKS, link.key(), new CreateLink(link))
                .once("scope " + number, "hash");
    }

    private static byte @Nullable [] stored(ProcessorHarness deciding, String store, Bytes key) {
        return requireNonNull(deciding.stores().get(store)).get(key);
    }

    private static Bytes aggregate(int number) {
        return AggregateStore.key(Context.LINKS, key(number));
    }

    private static String key(int number) {
        return Samples.link("s" + number).key();
    }

    private KeyValueStore<Bytes, byte[]> aggregates() {
        return bench.store(AggregateStore.NAME);
    }

    private static Bytes entryOf(String scope) {
        byte[] text = DeciderHarness.utf8(scope);
        return Bytes.wrap(
                ByteBuffer.allocate(2 + text.length)
                        .put((byte) 1)
                        .put((byte) Context.LINKS.number())
                        .put(text)
                        .array());
    }

    /** The same event of a type that this release does not know. */
    private static byte[] unknownType(byte[] framed) {
        EventRecord event = DeciderHarness.eventCodec(Context.LINKS).decode(framed);
        return DeciderHarness.eventCodec(Context.LINKS)
                .encode(new EventRecord(event.header(), null));
    }
}
