package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Every command in every state with the decision expected of it; a missing pair fails the table. */
public final class DecisionTable<C, S, E> {

    private final Decider<C, S, E> decider;
    private final Instant at;
    private final List<Row<C, S, E>> rows = new ArrayList<>();

    public DecisionTable(Decider<C, S, E> decider, Instant at) {
        this.decider = decider;
        this.at = at;
    }

    private record Row<C, S, E>(String situation, S state, C command, Decision<E> expected) {}

    /** One situation in which a command is accepted with these events. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final DecisionTable<C, S, E> accepts(String situation, S state, C command, E... events) {
        rows.add(new Row<>(situation, state, command, new Decision.Accepted<>(List.of(events))));
        return this;
    }

    /** One situation in which a command is refused for this reason. */
    public DecisionTable<C, S, E> refuses(String situation, S state, C command, Rejection reason) {
        rows.add(new Row<>(situation, state, command, new Decision.Rejected<>(reason)));
        return this;
    }

    /** One test for each row, and one for the completeness of the table. */
    public Stream<DynamicTest> tests(Class<?> states, Class<C> commands) {
        Stream<DynamicTest> decisions =
                rows.stream().map(row -> DynamicTest.dynamicTest(row.situation, () -> check(row)));
        DynamicTest complete =
                DynamicTest.dynamicTest(
                        "the table names every command in every state",
                        () -> assertThat(pairs()).containsAll(allPairs(states, commands)));
        return Stream.concat(decisions, Stream.of(complete));
    }

    private void check(Row<C, S, E> row) {
        assertThat(decider.decide(row.state, row.command, at)).isEqualTo(row.expected);
    }

    private List<String> pairs() {
        return rows.stream()
                .map(row -> pair(row.state.getClass(), row.command.getClass()))
                .toList();
    }

    private static List<String> allPairs(Class<?> states, Class<?> commands) {
        return Leaves.of(states)
                .flatMap(state -> Leaves.of(commands).map(command -> pair(state, command)))
                .toList();
    }

    private static String pair(Class<?> state, Class<?> command) {
        return command.getSimpleName() + " in " + state.getSimpleName();
    }
}
