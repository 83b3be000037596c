package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Sends seeded random commands to a decider and checks after each what holds for every decider, then what holds for
 * this one. {@code -Dpostrider.seed=N} repeats a failure.
 */
public final class RandomHistories<C, S, E> {

    private static final int SEQUENCES = 500;
    private static final int COMMANDS = 40;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Decider<C, S, E> decider;
    private final Function<Random, C> commands;
    private final Predicate<C> idempotent;
    private final Supplier<Law<C, S, E>> laws;
    private final Set<Object> seen = new HashSet<>();

    /**
     * @param idempotent commands that add nothing when they are sent again at once
     * @param laws makes the law that one sequence must keep; it may remember what it saw
     */
    public RandomHistories(
            Decider<C, S, E> decider,
            Function<Random, C> commands,
            Predicate<C> idempotent,
            Supplier<Law<C, S, E>> laws) {
        this.decider = decider;
        this.commands = commands;
        this.idempotent = idempotent;
        this.laws = laws;
    }

    /** A law that each step of a sequence must keep. */
    @FunctionalInterface
    public interface Law<C, S, E> {

        /** Fails unless the step keeps the law. */
        void check(Step<C, S, E> step);
    }

    /** A command and its decision. */
    public record Step<C, S, E>(S before, C command, Instant at, Decision<E> decision, S after) {

        /** The events of the decision, none for a refusal. */
        public List<E> events() {
            return eventsOf(decision);
        }
    }

    /** Runs all sequences; each of these outcomes must turn up, or the commands were too tame to prove anything. */
    public void check(Class<E> events, String... rejections) {
        long first = Long.getLong("postrider.seed", new Random().nextLong());
        for (int i = 0; i < SEQUENCES; i++) {
            run(first + i);
        }
        assertThat(seen)
                .as("outcomes of %d sequences from seed %d", SEQUENCES, first)
                .containsAll(Leaves.of(events).toList())
                .contains((Object[]) rejections);
    }

    private void run(long seed) {
        Random random = new Random(seed);
        Law<C, S, E> law = laws.get();
        List<Step<C, S, E>> steps = new ArrayList<>();
        List<E> history = new ArrayList<>();
        S state = decider.initialState();
        Instant at = START;
        for (int i = 0; i < COMMANDS; i++) {
            C command = commands.apply(random);
            at = at.plusMillis(random.nextInt(1000));
            try {
                Step<C, S, E> step = step(state, command, at);
                steps.add(step);
                history.addAll(step.events());
                checkStep(step, history);
                law.check(step);
                state = step.after();
            } catch (AssertionError | RuntimeException e) {
                throw failure(seed, i, command, state, e);
            }
        }
        checkEvolution(seed, steps, history);
    }

    private Step<C, S, E> step(S before, C command, Instant at) {
        Decision<E> decision = decider.decide(before, command, at);
        S after = before;
        for (E event : eventsOf(decision)) {
            after = decider.evolve(after, event);
        }
        return new Step<>(before, command, at, decision, after);
    }

    private void checkStep(Step<C, S, E> step, List<E> history) {
        assertThat(decider.decide(step.before(), step.command(), step.at()))
                .as("the same decision on the same arguments")
                .isEqualTo(step.decision());
        assertThat(decider.replay(history)).as("the replayed state").isEqualTo(step.after());
        assertThat(decider.replay(newest(history)))
                .as("the state after the newest events")
                .isEqualTo(step.after());
        if (idempotent.test(step.command())) {
            Instant later = step.at().plusMillis(1);
            assertThat(eventsOf(decider.decide(step.after(), step.command(), later)))
                    .as("events of the same command sent again")
                    .isEmpty();
        }
        step.events().forEach(event -> seen.add(event.getClass()));
        if (step.decision() instanceof Decision.Rejected<E>(Rejection reason)) {
            seen.add(reason.code());
        }
    }

    /** The newest event that makes a version, and the newest one since that makes none: what a decider's store keeps. */
    private List<E> newest(List<E> history) {
        List<E> newest = new ArrayList<>();
        for (E event : history) {
            if (decider.makesVersion(event)) {
                newest.clear();
            } else if (!newest.isEmpty() && !decider.makesVersion(newest.getLast())) {
                newest.removeLast();
            }
            newest.add(event);
        }
        return newest;
    }

    private void checkEvolution(long seed, List<Step<C, S, E>> steps, List<E> history) {
        for (E event : history.stream().filter(decider::makesVersion).toList()) {
            S alone = decider.evolve(decider.initialState(), event);
            for (Step<C, S, E> step : steps) {
                if (!decider.evolve(step.before(), event).equals(alone)) {
                    throw new AssertionError(
                            "seed %d: %s leads elsewhere after %s"
                                    .formatted(seed, event, step.before()));
                }
            }
        }
    }

    private static <E> List<E> eventsOf(Decision<E> decision) {
        return switch (decision) {
            case Decision.Accepted<E>(List<E> events) -> events;
            case Decision.Rejected<E> _ -> List.of();
        };
    }

    private static AssertionError failure(
            long seed, int index, Object command, Object state, Throwable cause) {
        return new AssertionError(
                "seed %d, command %d: %s in %s: %s"
                        .formatted(seed, index, command, state, cause.getMessage()),
                cause);
    }
}
