package io.postrider.automation.engine;

import io.postrider.platform.meters.Bounds;
import io.postrider.platform.meters.Bounds.Kind;
import io.postrider.platform.meters.FullestPart;

/** The limits of rules as metrics: what the fullest rule uses, of all partitions of a process. */
final class RunLimitBounds {

    private final FullestPart counters;
    private final FullestPart events;
    private final FullestPart bytes;
    private final FullestPart runs;

    RunLimitBounds(Bounds bounds) {
        this.counters =
                bounds.showFullest(Kind.TENANT, "rate_counters_of_a_rule", RateCounters.GROUPS_MAX);
        this.events =
                bounds.showFullest(Kind.TENANT, "debounced_events_of_a_rule", Debounces.HELD_MAX);
        this.bytes =
                bounds.showFullest(
                        Kind.TENANT, "debounced_bytes_of_a_rule", Debounces.HELD_BYTES_MAX);
        this.runs = bounds.showFullest(Kind.TENANT, "queued_runs_of_a_rule", RunQueues.WAITING_MAX);
    }

    /** Adds a partition. */
    void add(RateCounters ofRates, Debounces debounces, RunQueues queues) {
        counters.add(ofRates, ofRates::most);
        events.add(debounces, debounces::mostEvents);
        bytes.add(debounces, debounces::mostBytes);
        runs.add(queues, queues::most);
    }

    /** Removes a partition. */
    void remove(RateCounters ofRates, Debounces debounces, RunQueues queues) {
        counters.remove(ofRates);
        events.remove(debounces);
        bytes.remove(debounces);
        runs.remove(queues);
    }
}
