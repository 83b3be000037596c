package io.postrider.domain.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.webhooks.ReplayCommand.AdvanceReplay;
import io.postrider.domain.webhooks.ReplayCommand.CancelReplay;
import io.postrider.domain.webhooks.ReplayCommand.CreateReplay;
import io.postrider.domain.webhooks.ReplayCommand.FailReplay;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayDeciderTest {

    private static final String WORKSPACE = "ws_1";
    private static final String WEBHOOK = "whk_1";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final Instant FROM = NOW.minusSeconds(3_600);

    private final ReplayDecider decider = new ReplayDecider();
    private Lifecycle<Replay> state = decider.initialState();

    @Test
    void progressAddsUpAndItsEndCompletes() {
        apply(new CreateReplay(replay()));
        assertThat(current().status()).isEqualTo(ReplayStatus.PENDING);

        apply(progress(98, 2, "place"));
        assertThat(current().status()).isEqualTo(ReplayStatus.RUNNING);
        assertThat(current().cursor()).isEqualTo("place");

        apply(progress(10, 0, null));
        assertThat(current().status()).isEqualTo(ReplayStatus.COMPLETED);
        assertThat(current().requested()).isEqualTo(108);
        assertThat(current().skipped()).isEqualTo(2);
        assertThat(current().matched()).isEqualTo(110);
        assertThat(current().endedAt()).isEqualTo(NOW);
    }

    @Test
    void anEndedReplayDoesNotChange() {
        apply(new CreateReplay(replay()));
        apply(progress(98, 2, "place"));
        apply(new CancelReplay(WORKSPACE, WEBHOOK));

        assertThat(current().status()).isEqualTo(ReplayStatus.CANCELED);
        assertThat(apply(progress(1, 0, null))).isEmpty();
        assertThat(apply(new FailReplay(WORKSPACE, "webhook_deleted"))).isEmpty();
        assertThat(apply(new CancelReplay(WORKSPACE, WEBHOOK))).isEmpty();
        assertThat(current().requested()).isEqualTo(98);
    }

    @Test
    void aCompletedReplayStaysCompleted() {
        apply(new CreateReplay(replay()));
        apply(progress(0, 0, null));

        assertThat(apply(new CancelReplay(WORKSPACE, WEBHOOK))).isEmpty();
        assertThat(current().status()).isEqualTo(ReplayStatus.COMPLETED);
    }

    @Test
    void aFailureKeepsItsReason() {
        apply(new CreateReplay(replay()));
        apply(new FailReplay(WORKSPACE, "webhook_deleted"));

        assertThat(current().status()).isEqualTo(ReplayStatus.FAILED);
        assertThat(current().error()).isEqualTo("webhook_deleted");
    }

    @Test
    void aReplayOfAnotherWorkspaceOrWebhookIsNotFound() {
        apply(new CreateReplay(replay()));

        assertThat(rejection(new CancelReplay("ws_2", WEBHOOK))).isEqualTo("not_found");
        assertThat(rejection(new CancelReplay(WORKSPACE, "whk_2"))).isEqualTo("not_found");
        assertThat(rejection(new CreateReplay(replay()))).isEqualTo("replay_exists");
    }

    @Test
    void theFilterMatchesEndedDeliveriesOfTheSpanAndTypes() {
        ReplayFilter all = new ReplayFilter(List.of(), FROM, NOW, null, null);
        ReplayFilter some = new ReplayFilter(List.of("link.*"), FROM, NOW, "exhausted", null);

        assertThat(all.holds(FROM, "delivered", "key.created")).isTrue();
        assertThat(all.holds(NOW, "exhausted", "key.created")).isTrue();
        assertThat(all.holds(NOW, "waiting", "key.created")).isFalse();
        assertThat(all.holds(FROM.minusMillis(1), "delivered", "key.created")).isFalse();
        assertThat(all.holds(NOW.plusMillis(1), "delivered", "key.created")).isFalse();
        assertThat(some.holds(NOW, "exhausted", "link.created")).isTrue();
        assertThat(some.holds(NOW, "delivered", "link.created")).isFalse();
        assertThat(some.holds(NOW, "exhausted", "key.created")).isFalse();
    }

    private static AdvanceReplay progress(long requested, long skipped, @Nullable String cursor) {
        return new AdvanceReplay(WORKSPACE, new ReplayProgress(requested, skipped, cursor));
    }

    private static Replay replay() {
        return Replay.pending(
                "rpl_1",
                WORKSPACE,
                WEBHOOK,
                new ReplayFilter(List.of(), FROM, NOW, null, null),
                100,
                "links:read|",
                NOW);
    }

    private Replay current() {
        return ((Lifecycle.Present<Replay>) state).value();
    }

    private List<ReplayEvent> apply(ReplayCommand command) {
        List<ReplayEvent> events =
                switch (decider.decide(state, command, NOW)) {
                    case Accepted<ReplayEvent>(var accepted) -> accepted;
                    case Rejected<ReplayEvent>(var rejection) ->
                            throw new AssertionError(rejection);
                };
        events.forEach(event -> state = decider.evolve(state, event));
        return events;
    }

    private String rejection(ReplayCommand command) {
        return switch (decider.decide(state, command, NOW)) {
            case Accepted<ReplayEvent>(var accepted) -> throw new AssertionError(accepted);
            case Rejected<ReplayEvent>(var rejection) -> rejection.code();
        };
    }
}
