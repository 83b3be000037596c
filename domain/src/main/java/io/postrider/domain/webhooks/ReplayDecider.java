package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.webhooks.ReplayCommand.AdvanceReplay;
import io.postrider.domain.webhooks.ReplayCommand.CancelReplay;
import io.postrider.domain.webhooks.ReplayCommand.CreateReplay;
import io.postrider.domain.webhooks.ReplayCommand.FailReplay;
import io.postrider.domain.webhooks.ReplayEvent.ReplayAdvanced;
import io.postrider.domain.webhooks.ReplayEvent.ReplayCanceled;
import io.postrider.domain.webhooks.ReplayEvent.ReplayCompleted;
import io.postrider.domain.webhooks.ReplayEvent.ReplayCreated;
import io.postrider.domain.webhooks.ReplayEvent.ReplayFailed;
import java.time.Instant;

/** Decides on replays. A replay that has ended does not change any more. */
public final class ReplayDecider implements Decider<ReplayCommand, Lifecycle<Replay>, ReplayEvent> {

    @Override
    public Lifecycle<Replay> initialState() {
        return new None<>();
    }

    @Override
    public Decision<ReplayEvent> decide(
            Lifecycle<Replay> state, ReplayCommand command, Instant at) {
        if (command instanceof CreateReplay(Replay wanted)) {
            return state instanceof None<Replay>
                    ? Decision.accept(new ReplayCreated(wanted))
                    : Decision.reject(Rejection.exists("replay", wanted.id()));
        }
        if (!(state instanceof Present<Replay>(Replay replay))
                || !replay.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("replay"));
        }
        return switch (command) {
            case CreateReplay _ -> Decision.reject(Rejection.exists("replay", replay.id()));
            case AdvanceReplay(_, ReplayProgress progress) ->
                    replay.status().isFinal()
                            ? Decision.unchanged()
                            : Decision.accept(advanced(replay.advanced(progress, at), at));
            case FailReplay(_, String reason) ->
                    replay.status().isFinal()
                            ? Decision.unchanged()
                            : Decision.accept(
                                    new ReplayFailed(
                                            replay.ended(ReplayStatus.FAILED, reason, at)));
            case CancelReplay(_, String webhook) -> cancel(replay, webhook, at);
        };
    }

    @Override
    public Lifecycle<Replay> evolve(Lifecycle<Replay> state, ReplayEvent event) {
        return Lifecycle.after(event);
    }

    private static ReplayEvent advanced(Replay replay, Instant at) {
        return replay.cursor() == null
                ? new ReplayCompleted(replay.ended(ReplayStatus.COMPLETED, null, at))
                : new ReplayAdvanced(replay);
    }

    private static Decision<ReplayEvent> cancel(Replay replay, String webhook, Instant at) {
        if (!replay.webhookId().equals(webhook)) {
            return Decision.reject(Rejection.notFound("replay"));
        }
        return replay.status().isFinal()
                ? Decision.unchanged()
                : Decision.accept(
                        new ReplayCanceled(replay.ended(ReplayStatus.CANCELED, null, at)));
    }
}
