package io.postrider.domain.kernel;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The business of one aggregate as pure functions.
 *
 * <p>Events that make a version carry the whole resource as it is after the change: {@code evolve(s, e)} equals
 * {@code evolve(initialState(), e)} for every {@code s}. An event that makes none carries running totals: of several in a row
 * the newest replaces the others. So the newest event of each kind restores the state. Deciders are tested for that law.
 *
 * @param <C> commands, a sealed interface of records
 * @param <S> states, a sealed interface of records
 * @param <E> events, a sealed interface of records
 */
public interface Decider<C, S, E> {

    /** The state of an aggregate that has no history. */
    S initialState();

    /**
     * Decides on a command, never throws for any command in any state, and reads nothing but its arguments.
     *
     * @param at the time that the command carries; the clock of a decision
     */
    Decision<E> decide(S state, C command, Instant at);

    /** The state after an event; an event that was accepted once must always be applicable. */
    S evolve(S state, E event);

    /**
     * Whether an event creates a new version of the resource: earlier reads are outdated then, and a change that requires the
     * old version is rejected. All events do, except those that only count, of which one decision makes at most one, as its
     * last event.
     */
    default boolean makesVersion(E event) {
        return true;
    }

    /** The command that an aggregate receives at a later time; empty for aggregates that time does not change. */
    default Optional<ScheduledCommand<C>> due(S state) {
        return Optional.empty();
    }

    /** Folds a whole history, oldest first. */
    default S replay(List<E> history) {
        S state = initialState();
        for (E event : history) {
            state = evolve(state, event);
        }
        return state;
    }
}
