package io.postrider.domain.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionTest {

    @Test
    void eachFactoryCreatesItsKind() {
        assertThat(Decision.<String>accept("a"))
                .isEqualTo(new Decision.Accepted<String>(List.of("a")));
        assertThat(Decision.<String>accept("a", "b"))
                .isEqualTo(new Decision.Accepted<String>(List.of("a", "b")));
        assertThat(Decision.<String>unchanged())
                .isEqualTo(new Decision.Accepted<String>(List.of()));
        Rejection rejection = Rejection.notFound("link");
        assertThat(Decision.<String>reject(rejection))
                .isEqualTo(new Decision.Rejected<String>(rejection));
    }

    @Test
    void theEventsOfADecisionCannotBeChanged() {
        // given
        List<String> events = new ArrayList<>(List.of("a"));
        Decision.Accepted<String> accepted = new Decision.Accepted<>(events);

        // when
        events.add("b");

        // then
        assertThat(accepted.events()).containsExactly("a");
        assertThatThrownBy(() -> accepted.events().add("c"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aHistoryIsFoldedOldestFirst() {
        assertThat(new Concatenation().replay(List.of("a", "b", "c"))).isEqualTo("abc");
        assertThat(new Concatenation().replay(List.of())).isEmpty();
    }

    private static final class Concatenation implements Decider<String, String, String> {

        @Override
        public String initialState() {
            return "";
        }

        @Override
        public Decision<String> decide(String state, String command, Instant at) {
            return Decision.accept(command);
        }

        @Override
        public String evolve(String state, String event) {
            return state + event;
        }
    }
}
