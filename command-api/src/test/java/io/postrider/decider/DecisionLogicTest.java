package io.postrider.decider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.links.LinkCommand;
import io.postrider.domain.links.LinkDecider;
import io.postrider.domain.links.LinkEvent;
import io.postrider.domain.links.LinkState;
import io.postrider.platform.streams.ReleaseTooOldException;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import io.postrider.schemas.catalogue.Catalogue;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;

class DecisionLogicTest {

    private static final ContextHandlers FIRST = ContextHandlers.shipped(DeciderHarness.IDS);

    /** A later version, by which no link is created. */
    private static final ContextHandlers SECOND =
            new ContextHandlers(context ->
                    context == Context.LINKS
                            ? new ContextHandler(
                                    context,
                                    List.of(Catalogue.LINK.decidedBy(new NoLinks())),
                                    DeciderHarness.IDS)
                            : FIRST.of(context));

    private final ProcessorHarness bench =
            new ProcessorHarness(0, new DecisionLogic(List.of(FIRST, SECOND)));
    private int number;

    @Test
    void aCommandThatNamesNoVersionIsDecidedByTheFirst() {
        assertThat(create()).isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void theHighestVersionNamedSoFarIsInForce() {
        bench.name(1);
        assertThat(create()).isEqualTo(CommandOutcome.ACCEPTED);
        bench.name(2);
        assertThat(create()).isEqualTo(CommandOutcome.REJECTED);
        bench.name(1);
        assertThat(create())
                .as("of an edge with the older release")
                .isEqualTo(CommandOutcome.REJECTED);
    }

    @Test
    void theStateIsKnownAfterARestart() {
        bench.name(2);
        create();

        bench.restart();

        bench.name(1);
        assertThat(create()).isEqualTo(CommandOutcome.REJECTED);
    }

    @Test
    void openCommandsAreDecidedByTheVersionBeforeTheSwitch() {
        bench.name(1);
        assertThat(create()).isEqualTo(CommandOutcome.ACCEPTED);

        // Killed before the commit: a newer release decides the same command, from the same stores.
        ProcessorHarness newer = new ProcessorHarness(0, new DecisionLogic(List.of(FIRST, SECOND)));
        newer.name(1);
        assertThat(create(newer, 1)).isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void contextsHaveVersionsOfTheirOwn() {
        bench.name(2);
        create();
        bench.name(1);

        var key = CommandBuilder.of(++number, Context.KEYS, "key", new CreateKey(Samples.key(1)));
        assertThat(bench.decide(Context.KEYS, key.record()).outcome().kind())
                .isEqualTo(CommandOutcome.ACCEPTED);
    }

    @Test
    void anOlderReleaseDecidesNothingAfterANewerOne() {
        ProcessorHarness older = new ProcessorHarness(0, new DecisionLogic(List.of(FIRST)));
        older.name(2);

        assertThatThrownBy(() -> create(older, 1))
                .isInstanceOf(ReleaseTooOldException.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("newer release");
        assertThat(older.forwarded(Context.LINKS.events())).isEmpty();
        assertThat(older.forwarded(Context.LINKS.settlements())).isEmpty();
    }

    @Test
    void aHeaderThatIsNoNumberNamesTheFirst() {
        assertThat(DecisionLogic.named(new RecordHeader(DecisionLogic.HEADER, new byte[] {9})))
                .isEqualTo(DecisionLogic.FIRST);
        assertThat(DecisionLogic.named(header(0))).isEqualTo(DecisionLogic.FIRST);
        assertThat(DecisionLogic.named(header(-5))).isEqualTo(DecisionLogic.FIRST);
        assertThat(DecisionLogic.named(header(7))).isEqualTo(7);
    }

    private static RecordHeader header(int version) {
        return new RecordHeader(DecisionLogic.HEADER, DecisionLogic.header(version));
    }

    private String create() {
        return create(bench, ++number);
    }

    private static String create(ProcessorHarness bench, int number) {
        var link = Samples.link("s" + number);
        var asked =
                CommandBuilder.of(
                        number, Context.LINKS, link.key(), new LinkCommand.CreateLink(link));
        return bench.decide(Context.LINKS, asked.record()).outcome().kind();
    }

    private static final class NoLinks implements Decider<LinkCommand, LinkState, LinkEvent> {

        private final LinkDecider decider = new LinkDecider();

        @Override
        public LinkState initialState() {
            return decider.initialState();
        }

        @Override
        public Decision<LinkEvent> decide(LinkState state, LinkCommand command, Instant at) {
            return Decision.reject(Rejection.notFound("link"));
        }

        @Override
        public LinkState evolve(LinkState state, LinkEvent event) {
            return decider.evolve(state, event);
        }
    }
}
