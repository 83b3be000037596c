package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.state.StateCommand;
import io.postrider.domain.state.StateCommand.DeleteState;
import io.postrider.domain.state.StateCommand.ExpireState;
import io.postrider.domain.state.StateCommand.IncrementState;
import io.postrider.domain.state.StateCommand.ReadState;
import io.postrider.domain.state.StateCommand.SetState;
import io.postrider.domain.state.StateDecider;
import io.postrider.domain.state.StateEntry;
import io.postrider.domain.state.StateEvent;
import io.postrider.domain.state.StateEvent.StateDeleted;
import io.postrider.domain.state.StateEvent.StateSet;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.StateJson;
import java.util.List;
import java.util.Optional;

/** Values of rules. They share the topics of runs, which change them. */
final class StateAggregate {

    private static final String KEY = "vip/1042";

    private static final List<CommandType<StateCommand>> COMMANDS =
            List.of(
                    command(
                            "automation.state.set",
                            SetState.class,
                            ADDS,
                            s ->
                                    new SetState(
                                            s.workspace(),
                                            s.id(IdKind.STA),
                                            KEY,
                                            "1",
                                            Sample.AT.plusSeconds(60))),
                    command(
                            "automation.state.increment",
                            IncrementState.class,
                            ADDS,
                            s -> new IncrementState(s.workspace(), s.id(IdKind.STA), KEY, 1, null)),
                    command(
                            "automation.state.read",
                            ReadState.class,
                            CHANGES,
                            s -> new ReadState(s.workspace())),
                    command(
                            "automation.state.delete",
                            DeleteState.class,
                            CHANGES,
                            s -> new DeleteState(s.workspace())),
                    command(
                            "automation.state.expire",
                            ExpireState.class,
                            CHANGES,
                            s -> new ExpireState(s.workspace(), Sample.AT.plusSeconds(60))));
    private static final List<EventType<StateEvent>> EVENTS =
            List.of(
                    event("automation.state.set", StateSet.class, "A state value was set."),
                    event(
                            "automation.state.deleted",
                            StateDeleted.class,
                            "A state value was deleted, or it expired."));

    static final AggregateType<StateCommand, Lifecycle<StateEntry>, StateEvent, StateEntry> ENTRY =
            new AggregateType<>(
                    "state",
                    Context.RUNS,
                    new StateDecider(),
                    StateCommand.class,
                    StateEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.STA),
                            true,
                            StateEntry.class,
                            StateJson::of,
                            Replica.NONE,
                            List.of()),
                    List.of());

    private StateAggregate() {}
}
