package io.postrider.decider;

import static io.postrider.decider.Samples.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.links.LinkCommand.AdmitClicks;
import io.postrider.domain.links.LinkCommand.DeleteLink;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.Context;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The outcome of a command names the newest command that made an event, which is what readers of events can wait for. */
class LastChangeTest {

    private static final int COMMANDS = 400;

    private final DeciderHarness bench = new DeciderHarness();
    private final Random random = new Random(3);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void everyOutcomeNamesTheNewestCommandThatMadeAnEvent() {
        long newest = -1;
        for (int offset = 0; offset < COMMANDS; offset++) {
            bench.written(Context.LINKS);
            CommandOutcome outcome = bench.send(command());
            if (!bench.written(Context.LINKS).isEmpty()) {
                newest = offset;
            }
            assertThat(outcome.offset()).isEqualTo(offset);
            assertThat(outcome.changed()).as("%s at %d", outcome.kind(), offset).isEqualTo(newest);
        }
        assertThat(newest).isPositive();
    }

    private CommandBuilder command() {
        String slug = "s" + random.nextInt(20);
        String key = Samples.link(slug).key();
        return switch (random.nextInt(3)) {
            case 0 -> bench.creating(Samples.link(slug, 1_000L));
            case 1 -> bench.asking(Context.LINKS, key, new DeleteLink(WORKSPACE));
            default -> bench.asking(Context.LINKS, key, new AdmitClicks(WORKSPACE, 1));
        };
    }
}
