package io.postrider.decider;

import static io.postrider.decider.Samples.STRANGER;
import static io.postrider.decider.Samples.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.links.Link;
import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionTest {

    private static final Link LINK = Samples.link("one");
    private static final String KEY = "go.test/one";

    private final DeciderHarness bench = new DeciderHarness();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aCommandForAnotherVersionIsRefused() {
        bench.send(bench.creating(LINK));

        CommandOutcome wrong = bench.send(titled("a").expecting(7));
        CommandOutcome right = bench.send(titled("a").expecting(1));
        CommandOutcome late = bench.send(titled("b").expecting(1));

        assertThat(wrong.rejection()).isEqualTo(Rejections.VERSION_MISMATCH);
        assertThat(wrong.version()).isEqualTo(1);
        assertThat(right.kind()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(late.rejection()).isEqualTo(Rejections.VERSION_MISMATCH);
        assertThat(late.version()).isEqualTo(2);
    }

    @Test
    void aVersionNeverTellsAStrangerThatTheResourceExists() {
        bench.send(bench.creating(LINK));
        CommandBuilder foreign =
                bench.asking(Context.LINKS, KEY, new DeleteLink(STRANGER)).expecting(7);

        CommandOutcome existing = bench.send(foreign);
        CommandOutcome missing =
                bench.send(
                        bench.asking(Context.LINKS, "go.test/none", new DeleteLink(STRANGER))
                                .expecting(7));

        assertThat(existing.rejection()).isEqualTo(missing.rejection());
        assertThat(existing.rejection()).isEqualTo(Rejection.notFound("link"));
    }

    @Test
    void aClickThatIsLetThroughSpoilsNoEdit() {
        bench.send(bench.creating(Samples.link("one", 2L)));

        CommandOutcome click =
                bench.send(bench.asking(Context.LINKS, KEY, new AdmitClicks(WORKSPACE, 1)));
        CommandOutcome edit = bench.send(titled("a").expecting(1));
        CommandOutcome last =
                bench.send(bench.asking(Context.LINKS, KEY, new AdmitClicks(WORKSPACE, 1)));

        assertThat(click.kind()).isEqualTo(CommandOutcome.ACCEPTED);
        assertThat(click.version()).isEqualTo(1);
        assertThat(edit.version()).isEqualTo(2);
        assertThat(last.version()).as("used up is a change that callers see").isEqualTo(3);
        assertThat(bench.events(Context.LINKS))
                .extracting(event -> event.header().type() + " " + event.header().sequence())
                .containsExactly("link.created 1", "link.updated 2", "link.exhausted 3");
        assertThat(bench.settlements(Context.LINKS))
                .extracting(event -> event.header().type() + " " + event.header().sequence())
                .containsExactly("link.clicks_admitted 1");
    }

    private CommandBuilder titled(String title) {
        return bench.asking(Context.LINKS, KEY, new UpdateLink(WORKSPACE, Samples.title(title)));
    }
}
