package io.postrider.webhooks.api;

import io.postrider.domain.webhooks.Replay;
import io.postrider.domain.webhooks.ReplayEvent;
import io.postrider.platform.limits.Footprint;
import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.EventRecord;
import io.postrider.web.problem.Problem;
import io.postrider.web.resource.ResourceLimit;
import io.postrider.web.resource.Versioned;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The replays that have not ended, in memory: the node that owns one runs it. */
public final class ReplayReplica {

    /** Replays of a webhook that have not ended; each node counts those that it knows. */
    static final int ACTIVE_MAX = 5;

    private final Map<String, Versioned<Replay>> active = new HashMap<>();
    private final HeldBytes held;

    /** @param held counts the bytes of the replays for their workspaces */
    public ReplayReplica(HeldBytes held) {
        this.held = held;
    }

    /** Applies an event; one that is older than what is known changes nothing. */
    public synchronized void apply(EventRecord event) {
        if (event.payload() instanceof ReplayEvent change) {
            apply(change.replay(), event.header().sequence());
        }
    }

    private void apply(Replay replay, long version) {
        Versioned<Replay> before = active.get(replay.id());
        if (before != null && before.version() >= version) {
            return;
        }
        long bytes = before == null ? 0 : -Footprint.of(before.value());
        if (replay.status().isFinal()) {
            active.remove(replay.id());
        } else {
            active.put(replay.id(), new Versioned<>(replay, version));
            bytes += Footprint.of(replay);
        }
        held.add(replay.workspace(), bytes);
    }

    /** Removes a version of a replay that is outdated. */
    synchronized void forget(String id, long version) {
        Versioned<Replay> known = active.get(id);
        if (known != null && known.version() == version) {
            active.remove(id);
            held.add(known.value().workspace(), -Footprint.of(known.value()));
        }
    }

    /** The replays that have not ended, the oldest first. */
    synchronized List<Versioned<Replay>> active() {
        return active.values().stream()
                .sorted((one, other) -> one.value().id().compareTo(other.value().id()))
                .toList();
    }

    private synchronized boolean isFull(String webhook, String id) {
        return !active.containsKey(id)
                && active.values().stream()
                                .filter(known -> known.value().webhookId().equals(webhook))
                                .count()
                        >= ACTIVE_MAX;
    }

    /** The limit of a webhook. */
    ResourceLimit bound(String webhook) {
        return (_, id) ->
                isFull(webhook, id)
                        ? Optional.of(
                                Problem.of(
                                        409,
                                        "too_many_replays",
                                        "The webhook has reached its limit of "
                                                + ACTIVE_MAX
                                                + " replays that have not ended."))
                        : Optional.empty();
    }
}
