package io.postrider.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.platform.views.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RestoreWatchTest {

    private final AtomicLong now = new AtomicLong();
    private final List<String> said = new ArrayList<>();
    private final FakePart lists = new FakePart("lists");
    private final FakePart clicks = new FakePart("clicks");
    private final RestoreWatch watch =
            new RestoreWatch(List.of(lists.part, clicks.part), now::get, said::add);

    private static final class FakePart {

        private final CompletableFuture<Void> restored = new CompletableFuture<>();
        private final AtomicLong applied = new AtomicLong();
        private final RestoreWatch.Part part;
        private boolean caughtUp = true;

        private FakePart(String name) {
            part =
                    new RestoreWatch.Part(
                            name,
                            restored,
                            () ->
                                    new Progress(
                                            applied.get(), 1_000, restored.isDone() && caughtUp));
        }
    }

    @Test
    void aRestoreThatAdvancesIsWaitedForHoweverLongItTakes() {
        for (int i = 0; i < 100; i++) {
            pass(Duration.ofMinutes(4));
            lists.applied.incrementAndGet();
            assertThat(watch.step()).isFalse();
        }
        lists.restored.complete(null);
        clicks.restored.complete(null);

        assertThat(watch.step()).isTrue();
        assertThat(said).contains("lists: restored", "clicks: restored");
    }

    @Test
    void aRestoredPartIsWaitedForUntilItHasCaughtUp() {
        lists.caughtUp = false;
        lists.restored.complete(null);
        clicks.restored.complete(null);
        assertThat(watch.step()).isFalse();

        lists.caughtUp = true;

        assertThat(watch.step()).isTrue();
    }

    @Test
    void aRestoreThatStandsStillFailsAndSaysWhere() {
        lists.applied.set(7);
        watch.step();
        pass(Duration.ofMinutes(4));
        watch.step();

        pass(Duration.ofMinutes(1));

        assertThatThrownBy(watch::step)
                .isInstanceOf(Startup.StartupException.class)
                .hasMessage(
                        "lists: not restored: no progress for 5 minutes;"
                                + " current state: 7 of 1000 records");
    }

    @Test
    void aPartThatIsRestoredAdvancesTheStart() {
        watch.step();
        pass(Duration.ofMinutes(4));
        lists.restored.complete(null);
        watch.step();
        pass(Duration.ofMinutes(4));

        assertThatCode(watch::step).doesNotThrowAnyException();
    }

    @Test
    void aPartThatFailsEndsTheStart() {
        clicks.restored.completeExceptionally(new IllegalStateException("clicks failed"));

        assertThatThrownBy(watch::step)
                .isInstanceOf(Startup.StartupException.class)
                .hasMessage("clicks: not restored: clicks failed");
    }

    @Test
    void progressIsShownWithAnEstimate() {
        lists.applied.set(250);
        pass(Duration.ofSeconds(9));
        watch.step();
        assertThat(said).isEmpty();

        pass(Duration.ofSeconds(1));
        watch.step();

        assertThat(said)
                .containsExactly(
                        "lists: at 250 of 1000 records, 25 a second, about 30 s left",
                        "clicks: at 0 of 1000 records");
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
