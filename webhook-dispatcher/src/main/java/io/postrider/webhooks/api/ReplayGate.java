package io.postrider.webhooks.api;

/** Decides where replays run. */
@FunctionalInterface
public interface ReplayGate {

    /** Whether this node owns a replay, and may work on it now. */
    boolean isOpen(String replay);
}
