package io.postrider.domain.state;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.state.StateCommand.DeleteState;
import io.postrider.domain.state.StateCommand.ExpireState;
import io.postrider.domain.state.StateCommand.IncrementState;
import io.postrider.domain.state.StateCommand.ReadState;
import io.postrider.domain.state.StateCommand.SetState;
import io.postrider.domain.state.StateEvent.StateDeleted;
import io.postrider.domain.state.StateEvent.StateSet;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides on values of rules. A key can get a new value after its removal. */
public final class StateDecider
        implements Decider<StateCommand, Lifecycle<StateEntry>, StateEvent> {

    @Override
    public Lifecycle<StateEntry> initialState() {
        return new None<>();
    }

    @Override
    public Decision<StateEvent> decide(
            Lifecycle<StateEntry> state, StateCommand command, Instant at) {
        if (isForeign(state, command)) {
            return Decision.reject(Rejection.notFound("value"));
        }
        StateEntry entry = current(state, at);
        return switch (command) {
            case SetState set ->
                    entry != null && entry.has(set.value(), set.expiresAt())
                            ? Decision.unchanged()
                            : set(entry, set, at);
            case IncrementState increment -> increment(entry, increment, at);
            case ReadState _ ->
                    entry == null
                            ? Decision.reject(Rejection.notFound("value"))
                            : Decision.unchanged();
            case DeleteState _ ->
                    entry == null
                            ? Decision.reject(Rejection.notFound("value"))
                            : Decision.accept(
                                    new StateDeleted(
                                            entry.with(entry.value(), entry.expiresAt(), at)));
            case ExpireState(_, Instant expiry) ->
                    state instanceof Present<StateEntry>(StateEntry old)
                                    && expiry.equals(old.expiresAt())
                                    && old.isExpired(at)
                            ? Decision.accept(new StateDeleted(old.with(old.value(), expiry, at)))
                            : Decision.unchanged();
        };
    }

    @Override
    public Lifecycle<StateEntry> evolve(Lifecycle<StateEntry> state, StateEvent event) {
        return Lifecycle.after(event);
    }

    @Override
    public Optional<ScheduledCommand<StateCommand>> due(Lifecycle<StateEntry> state) {
        return state instanceof Present<StateEntry>(StateEntry entry)
                ? Optional.ofNullable(entry.expiresAt())
                        .map(expiry ->
                                new ScheduledCommand<>(
                                        expiry, new ExpireState(entry.workspace(), expiry)))
                : Optional.empty();
    }

    private static boolean isForeign(Lifecycle<StateEntry> state, StateCommand command) {
        return switch (state) {
            case None<StateEntry> _ -> false;
            case Present<StateEntry>(StateEntry entry) ->
                    !entry.workspace().equals(command.workspace());
            case Lifecycle.Deleted<StateEntry>(StateEntry entry) ->
                    !entry.workspace().equals(command.workspace());
        };
    }

    private static @Nullable StateEntry current(Lifecycle<StateEntry> state, Instant at) {
        return state instanceof Present<StateEntry>(StateEntry entry) && !entry.isExpired(at)
                ? entry
                : null;
    }

    private static Decision<StateEvent> set(@Nullable StateEntry entry, SetState set, Instant at) {
        return Decision.accept(
                new StateSet(
                        entry == null
                                ? new StateEntry(
                                        set.id(),
                                        set.workspace(),
                                        set.key(),
                                        set.value(),
                                        set.expiresAt(),
                                        at,
                                        at)
                                : entry.with(set.value(), set.expiresAt(), at)));
    }

    private static Decision<StateEvent> increment(
            @Nullable StateEntry entry, IncrementState increment, Instant at) {
        if (entry == null) {
            return set(
                    null,
                    new SetState(
                            increment.workspace(),
                            increment.id(),
                            increment.key(),
                            Long.toString(increment.by()),
                            increment.expiresAt()),
                    at);
        }
        try {
            String sum =
                    new BigDecimal(entry.value())
                            .add(BigDecimal.valueOf(increment.by()))
                            .toPlainString();
            return Decision.accept(new StateSet(entry.with(sum, entry.expiresAt(), at)));
        } catch (NumberFormatException e) {
            return Decision.reject(
                    Rejection.conflict("state_not_a_number", "The value is not a number."));
        }
    }
}
