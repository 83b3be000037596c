package io.postrider.automation.engine;

import static java.util.Objects.requireNonNullElse;

import io.postrider.automation.rules.Flow.Concurrency;
import io.postrider.domain.automation.Rule;
import io.postrider.domain.automation.RuleState;
import io.postrider.domain.runs.RunCommand.BeginRun;
import io.postrider.domain.runs.RunCommand.FailRun;
import io.postrider.platform.offsets.SystemCommands;
import io.postrider.platform.traces.RecordTrace;
import io.postrider.platform.traces.TraceParent;
import io.postrider.schemas.RunLimitSignal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The runs of groups that wait for one another, in the order in which they began to wait. The version of the rule that is in
 * force says how many run at a time. While the rule is paused none begins; once it is deleted all do, and fail.
 */
final class RunQueues {

    /** Maximum number of waiting runs of a rule; further ones fail. */
    static final int WAITING_MAX = 10_000;

    private static final String ACTIVE = "a";
    static final String WAITING = "q";
    static final String RUNS = "w";
    static final String NONE = "-";

    private final FlowStore store;
    private final RuleDirectory rules;
    private final SystemCommands commands;
    private final FlowOutbox outbox;
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    /** The number of waiting runs of a rule, and the rule as of their last start. */
    private record Waiting(int count, @Nullable String seen) {}

    /** The state of a run: the offset at which it began to wait, or none while it runs. */
    private record Place(String group, String place, int round) {

        boolean waits() {
            return !place.equals(NONE);
        }

        String text() {
            return FlowStore.key(group, place, String.valueOf(round));
        }
    }

    RunQueues(FlowStore store, RuleDirectory rules, SystemCommands commands, FlowOutbox outbox) {
        this.store = store;
        this.rules = rules;
        this.commands = commands;
        this.outbox = outbox;
        for (String key : store.under(RUNS, Integer.MAX_VALUE)) {
            if (Objects.requireNonNull(place(key)).waits()) {
                count(FlowStore.parts(key)[1], 1);
            }
        }
    }

    /** The waiting runs of the rule that has most. Any thread may call this. */
    long most() {
        return waiting.values().stream().mapToInt(Waiting::count).max().orElse(0);
    }

    /** A run waits for its turn, which may have come. */
    Optional<FailRun> waits(RunLimitSignal turn, String group, long offset, long now) {
        String key = FlowStore.key(RUNS, turn.rule(), turn.run());
        Place known = place(key);
        if (known != null && known.round() >= turn.round()) {
            return Optional.empty();
        }
        if (known != null) {
            remove(key, turn, known, now);
        }
        if (hasRoom(turn.rule(), group)) {
            begin(turn.workspace(), turn.rule(), group, turn.run(), turn.round(), now);
            return Optional.empty();
        }
        if (count(turn.rule()) >= WAITING_MAX) {
            String reason = WAITING_MAX + " runs of the rule are already queued.";
            return Optional.of(new FailRun(turn.workspace(), turn.round(), reason));
        }
        String place = FlowStore.part(offset);
        store.put(
                FlowStore.key(WAITING, turn.rule(), group, place, turn.run()),
                FlowStore.key(turn.workspace(), requireNonNullElse(TraceParent.current(), NONE)));
        store.put(key, new Place(group, place, turn.round()).text());
        count(turn.rule(), 1);
        return Optional.empty();
    }

    /** A run has come to its end. */
    void ended(RunLimitSignal turn, long now) {
        String key = FlowStore.key(RUNS, turn.rule(), turn.run());
        Place known = place(key);
        if (known != null && known.round() <= turn.round()) {
            remove(key, turn, known, now);
        }
    }

    /** The state of the run is written last, so that all writes are repeated after a crash in between. */
    private void remove(String key, RunLimitSignal turn, Place known, long now) {
        if (known.waits()) {
            store.delete(
                    FlowStore.key(WAITING, turn.rule(), known.group(), known.place(), turn.run()));
            count(turn.rule(), -1);
        } else {
            leave(FlowStore.key(ACTIVE, turn.rule(), known.group()), turn.run());
            next(turn.rule(), known.group(), now);
        }
        store.delete(key);
    }

    /** Starts as many runs of a group as there is room for, each in its own trace. */
    private void next(String rule, String group, long now) {
        while (count(rule) > 0 && hasRoom(rule, group)) {
            List<String> first = store.under(FlowStore.key(WAITING, rule, group), 1);
            if (first.isEmpty()) {
                return;
            }
            String[] parts = FlowStore.parts(first.getFirst());
            String run = parts[4];
            Place known = place(FlowStore.key(RUNS, rule, run));
            String entry = store.text(first.getFirst());
            if (known != null && known.place().equals(parts[3]) && entry != null) {
                String[] kept = FlowStore.parts(entry);
                try (RecordTrace _ = RecordTrace.kept(kept[1])) {
                    begin(kept[0], rule, group, run, known.round(), now);
                }
                count(rule, -1);
            }
            store.delete(first.getFirst());
        }
    }

    private void begin(
            String workspace, String rule, String group, String run, int round, long now) {
        byte[] command = commands.value(workspace, run, new BeginRun(workspace, round));
        outbox.send(run, "begin" + round, command, now);
        store.put(FlowStore.key(RUNS, rule, run), new Place(group, NONE, round).text());
        // Written last: a crash before it starts one run too many; in another order, a missing run
        // would occupy its place.
        if (limit(rule) != Integer.MAX_VALUE) {
            String key = FlowStore.key(ACTIVE, rule, group);
            Set<String> runs = active(key);
            if (runs.add(run)) {
                store.put(key, String.join(",", runs));
            }
        }
    }

    private void leave(String key, String run) {
        Set<String> runs = active(key);
        if (runs.remove(run) && !runs.isEmpty()) {
            store.put(key, String.join(",", runs));
        } else if (runs.isEmpty()) {
            store.delete(key);
        }
    }

    private boolean hasRoom(String rule, String group) {
        int limit = limit(rule);
        return limit == Integer.MAX_VALUE
                || active(FlowStore.key(ACTIVE, rule, group)).size() < limit;
    }

    /**
     * The runs of a group that go on: one entry, since a search for several would pass over each entry that was deleted behind
     * them.
     */
    private Set<String> active(String key) {
        String runs = store.text(key);
        return runs == null
                ? new LinkedHashSet<>()
                : new LinkedHashSet<>(List.of(runs.split(",", -1)));
    }

    private int limit(String id) {
        Rule rule = rules.rule(id).orElse(null);
        if (rule != null && rule.state() == RuleState.PAUSED) {
            return 0;
        }
        return Optional.ofNullable(rule)
                .flatMap(Rule::published)
                .flatMap(version -> rules.definition(id, version.number()))
                .flatMap(definition -> Optional.ofNullable(definition.flow().concurrency()))
                .map(Concurrency::limit)
                .orElse(Integer.MAX_VALUE);
    }

    /** Starts runs for which a change of their rule has made room. */
    void round(long now) {
        for (String rule : List.copyOf(waiting.keySet())) {
            Waiting known = waiting.get(rule);
            String seen = rules.rule(rule).map(RunQueues::seen).orElse(NONE);
            if (known != null && !seen.equals(known.seen())) {
                waiting.put(rule, new Waiting(known.count(), seen));
                groups(rule).forEach(group -> next(rule, group, now));
            }
        }
    }

    private static String seen(Rule rule) {
        return rule.state() + " " + rule.published().map(version -> version.number()).orElse(0);
    }

    private Set<String> groups(String rule) {
        Set<String> groups = new LinkedHashSet<>();
        store.under(FlowStore.key(WAITING, rule), Integer.MAX_VALUE)
                .forEach(key -> groups.add(FlowStore.parts(key)[2]));
        return groups;
    }

    private int count(String rule) {
        Waiting known = waiting.get(rule);
        return known == null ? 0 : known.count();
    }

    private void count(String rule, int more) {
        waiting.compute(
                rule,
                (_, known) -> {
                    int count = (known == null ? 0 : known.count()) + more;
                    return count <= 0
                            ? null
                            : new Waiting(count, known == null ? null : known.seen());
                });
    }

    private @Nullable Place place(String key) {
        String text = store.text(key);
        if (text == null) {
            return null;
        }
        String[] parts = FlowStore.parts(text);
        return new Place(parts[0], parts[1], Integer.parseInt(parts[2]));
    }
}
