package io.postrider.domain.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.state.StateCommand.DeleteState;
import io.postrider.domain.state.StateCommand.ExpireState;
import io.postrider.domain.state.StateCommand.IncrementState;
import io.postrider.domain.state.StateCommand.ReadState;
import io.postrider.domain.state.StateCommand.SetState;
import io.postrider.domain.state.StateEvent.StateDeleted;
import io.postrider.domain.state.StateEvent.StateSet;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values of rules: their changes and their expiry. */
class StateDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");
    private static final Instant END = AT.plusSeconds(60);

    private final StateDecider decider = new StateDecider();
    private Lifecycle<StateEntry> state = decider.initialState();

    @Test
    void incrementsBeginAtZeroAndKeepTheFirstExpiry() {
        decide(new IncrementState("ws_1", "sta_1", "k", 2, END), AT);
        decide(new IncrementState("ws_1", "sta_1", "k", 3, null), AT.plusSeconds(1));

        assertThat(entry().value()).isEqualTo("5");
        assertThat(entry().expiresAt()).isEqualTo(END);
    }

    @Test
    void onlyANumberIsIncremented() {
        decide(set("\"text\"", null), AT);

        assertThat(decide(new IncrementState("ws_1", "sta_1", "k", 1, null), AT))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        rejected ->
                                assertThat(rejected.rejection().code())
                                        .isEqualTo("state_not_a_number"));
    }

    @Test
    void aValueEndsWithItsTimeAndTheKeyCanBeUsedAgain() {
        decide(set("1", END), AT);
        assertThat(decider.due(state))
                .contains(new ScheduledCommand<>(END, new ExpireState("ws_1", END)));

        assertThat(decide(new ReadState("ws_1"), END)).isInstanceOf(Rejected.class);
        assertThat(events(decide(new ExpireState("ws_1", END), END)))
                .isInstanceOf(StateDeleted.class);
        assertThat(decide(new ExpireState("ws_1", END), END)).isEqualTo(Decision.unchanged());
        assertThat(events(decide(set("2", null), END))).isInstanceOf(StateSet.class);
        assertThat(decide(new ReadState("ws_1"), END)).isEqualTo(Decision.unchanged());
    }

    @Test
    void theSameValueChangesNothingAndOthersReachNone() {
        decide(set("1", null), AT);

        assertThat(decide(set("1", null), AT)).isEqualTo(Decision.unchanged());
        assertThat(decide(new DeleteState("ws_2"), AT)).isInstanceOf(Rejected.class);
        assertThat(decide(new SetState("ws_2", "sta_1", "k", "9", null), AT))
                .isInstanceOf(Rejected.class);
        assertThat(entry().value()).isEqualTo("1");
    }

    private static SetState set(String value, @Nullable Instant expiry) {
        return new SetState("ws_1", "sta_1", "k", value, expiry);
    }

    private StateEntry entry() {
        return ((Lifecycle.Present<StateEntry>) state).value();
    }

    private static StateEvent events(Decision<StateEvent> decision) {
        return ((Accepted<StateEvent>) decision).events().getFirst();
    }

    private Decision<StateEvent> decide(StateCommand command, Instant at) {
        Decision<StateEvent> decision = decider.decide(state, command, at);
        if (decision instanceof Accepted<StateEvent>(var events)) {
            events.forEach(event -> state = decider.evolve(state, event));
        }
        return decision;
    }
}
