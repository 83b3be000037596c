package io.postrider.domain.webhooks;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of replays; each carries the replay after the change. */
public sealed interface ReplayEvent extends ResourceEvent<Replay> {

    /** The replay after the change. */
    Replay replay();

    @Override
    default Replay resource() {
        return replay();
    }

    /** A replay was created. */
    record ReplayCreated(Replay replay) implements ReplayEvent {}

    /** A replay has come further. */
    record ReplayAdvanced(Replay replay) implements ReplayEvent {}

    /** A replay has requested all that match. */
    record ReplayCompleted(Replay replay) implements ReplayEvent {}

    /** A replay cannot continue. */
    record ReplayFailed(Replay replay) implements ReplayEvent {}

    /** A replay was canceled. */
    record ReplayCanceled(Replay replay) implements ReplayEvent {}
}
