package io.postrider.domain.webhooks;

/** Commands to replays. */
public sealed interface ReplayCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates a replay, which begins by itself. */
    record CreateReplay(Replay replay) implements ReplayCommand {
        @Override
        public String workspace() {
            return replay.workspace();
        }
    }

    /** Records the progress of a replay; progress without a cursor is its end. */
    record AdvanceReplay(String workspace, ReplayProgress progress) implements ReplayCommand {}

    /** Records that a replay cannot continue. */
    record FailReplay(String workspace, String reason) implements ReplayCommand {}

    /** Cancels a replay; deliveries that it has requested stay. */
    record CancelReplay(String workspace, String webhookId) implements ReplayCommand {}
}
