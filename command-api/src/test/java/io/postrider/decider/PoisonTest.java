package io.postrider.decider;

import static io.postrider.decider.Samples.NOW;
import static io.postrider.decider.Samples.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkState;
import io.postrider.schemas.CommandHeader;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.CommandRecord;
import io.postrider.schemas.CommandRejected;
import io.postrider.schemas.Context;
import io.postrider.schemas.DeadLetter;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.Topics;
import io.postrider.schemas.catalogue.Catalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PoisonTest {

    private final DeciderHarness bench = new DeciderHarness();

    @AfterEach
    void close() {
        bench.close();
    }

    static Stream<byte @Nullable []> poison() {
        return Stream.of(
                null,
                new byte[0],
                new byte[] {1, 2, 3, 4, 5, 6},
                new byte[] {0, 127, 0, 0, 1, 6},
                truncated(),
                ofAnotherContext(),
                withHeader("no id", NOW));
    }

    @ParameterizedTest
    @MethodSource("poison")
    void bytesThatAreNoCommandAreRefusedAndTheLogMovesOn(byte @Nullable [] value) {
        var record = new TestRecord<byte[], byte[]>(DeciderHarness.utf8("go.test/a"), value, NOW);

        DeciderHarness.Answer answer = bench.pipe(Context.LINKS, record);

        assertThat(answer.outcome().kind()).isEqualTo(CommandOutcome.REJECTED);
        assertThat(answer.outcome().rejection()).isEqualTo(Rejections.UNDECODABLE);
        EventRecord settlement = bench.onlySettlement(Context.LINKS);
        assertThat(settlement.payload())
                .isEqualTo(
                        new CommandRejected(
                                "unreadable",
                                "undecodable",
                                "This version cannot read the command."));
        assertThat(settlement.header().aggregate()).isEqualTo("go.test/a");
        assertThat(settlement.header().time()).isEqualTo(NOW);
        assertThat(bench.deadLetters())
                .singleElement()
                .extracting(DeadLetter::id)
                .isEqualTo("postrider-decider/postrider.commands.links.v1/0/0");
        assertThat(bench.send(bench.creating(Samples.link("a"))).kind())
                .isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void poisonInTwoPlacesLeavesRecordsWithDifferentIds() {
        var record = new TestRecord<byte[], byte[]>(null, new byte[] {9}, NOW);

        bench.pipe(Context.LINKS, record);
        bench.pipe(Context.LINKS, record);

        assertThat(bench.settlements(Context.LINKS))
                .extracting(settlement -> settlement.header().id())
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void aBugInADecisionIsARefusalThatTellsNothing() {
        ProcessorHarness broken = deciding(new IllegalStateException("secret"));

        CommandOutcome outcome = broken.decide(Context.LINKS, command()).outcome();

        assertThat(outcome.kind()).isEqualTo(CommandOutcome.REJECTED);
        assertThat(outcome.rejection()).isEqualTo(Rejections.INTERNAL_ERROR);
        assertThat(broken.forwarded(Context.LINKS.settlements())).hasSize(1);
        assertThat(broken.forwarded(Topics.DEAD_LETTERS)).hasSize(1);
    }

    @Test
    void anEndlessRecursionInADecisionIsOneToo() {
        ProcessorHarness broken = deciding(new StackOverflowError());

        assertThat(broken.decide(Context.LINKS, command()).outcome().rejection())
                .isEqualTo(Rejections.INTERNAL_ERROR);
    }

    @Test
    void aFaultOfTheWorldIsNoRefusal() {
        var fault = new UncheckedIOException(new IOException("disk"));
        ProcessorHarness broken = deciding(fault);

        assertThatThrownBy(() -> broken.decide(Context.LINKS, command())).isSameAs(fault);
        assertThat(broken.forwarded(Topics.DEAD_LETTERS)).isEmpty();
    }

    @Test
    void aRefusalByABugIsNotKeptForRepeatedRequests() {
        bench.store(AggregateStore.NAME)
                .put(AggregateStore.key(Context.LINKS, "go.test/a"), new byte[] {9});
        CommandOutcome broken = bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));
        bench.store(AggregateStore.NAME).delete(AggregateStore.key(Context.LINKS, "go.test/a"));

        CommandOutcome mended = bench.send(bench.creating(Samples.link("a")).once("scope", "hash"));

        assertThat(broken.rejection()).isEqualTo(Rejections.INTERNAL_ERROR);
        assertThat(mended.kind()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    private static CommandRecord command() {
        return CommandBuilder.of(1, Context.LINKS, "go.test/a", new AdmitClicks(WORKSPACE, 1))
                .record();
    }

    private static ProcessorHarness deciding(Throwable failure) {
        return new ProcessorHarness(
                0,
                new DecisionLogic(
                        List.of(
                                new ContextHandlers(context ->
                                        new ContextHandler(
                                                context,
                                                List.of(
                                                        Catalogue.LINK.decidedBy(
                                                                new FailingDecider(failure))),
                                                DeciderHarness.IDS)))));
    }

    private record FailingDecider(Throwable failure)
            implements Decider<LinkCommand, LinkState, LinkEvent> {

        private RuntimeException thrown() {
            if (failure instanceof Error error) {
                throw error;
            }
            return (RuntimeException) failure;
        }

        @Override
        public LinkState initialState() {
            return new LinkState.Free();
        }

        @Override
        public Decision<LinkEvent> decide(LinkState state, LinkCommand command, Instant at) {
            throw thrown();
        }

        @Override
        public LinkState evolve(LinkState state, LinkEvent event) {
            throw thrown();
        }
    }

    private static byte[] truncated() {
        byte[] whole =
                CommandBuilder.of(1, Context.LINKS, "go.test/a", new AdmitClicks(WORKSPACE, 1))
                        .framed();
        return Arrays.copyOf(whole, whole.length - 3);
    }

    private static byte[] ofAnotherContext() {
        return CommandBuilder.of(1, Context.KEYS, "key", new RevokeKey(WORKSPACE)).framed();
    }

    private static byte[] withHeader(String id, Instant time) {
        CommandHeader header =
                new CommandHeader(
                        id,
                        "link.admit_clicks",
                        time,
                        WORKSPACE,
                        "go.test/a",
                        null,
                        null,
                        null,
                        null,
                        null);
        return DeciderHarness.commandCodec(Context.LINKS)
                .encode(new CommandRecord(header, new AdmitClicks(WORKSPACE, 1)));
    }
}
