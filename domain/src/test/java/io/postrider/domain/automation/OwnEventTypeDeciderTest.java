package io.postrider.domain.automation;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.automation.OwnEventTypeCommand.CreateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.DeleteOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.UpdateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeCreated;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeDeleted;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeUpdated;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Descriptions of a workspace's own event types. */
class OwnEventTypeDeciderTest {

    private static final Instant AT = Instant.parse("2026-11-02T09:30:00Z");

    private final OwnEventTypeDecider decider = new OwnEventTypeDecider();
    private Lifecycle<OwnEventType> state = decider.initialState();

    @Test
    void descriptionsAreReplacedAndDeletedTypesCanBeDescribedAgain() {
        assertThat(decided(new CreateOwnEventType(said("ws_1", "One", "{}"))))
                .isInstanceOf(OwnEventTypeCreated.class);
        assertThat(decide(new CreateOwnEventType(said("ws_1", "One", "{}"))))
                .isEqualTo(Decision.unchanged());
        assertThat(decided(new CreateOwnEventType(said("ws_1", "Two", null))))
                .isInstanceOfSatisfying(
                        OwnEventTypeUpdated.class,
                        updated -> {
                            assertThat(updated.eventType().description()).isEqualTo("Two");
                            assertThat(updated.eventType().jsonSchema()).isNull();
                        });
        assertThat(decided(new DeleteOwnEventType("ws_1"))).isInstanceOf(OwnEventTypeDeleted.class);
        assertThat(decided(new CreateOwnEventType(said("ws_1", "Three", null))))
                .isInstanceOf(OwnEventTypeCreated.class);
    }

    @Test
    void othersReachNoneAndAChangeKeepsTheOtherFields() {
        var _ = decide(new CreateOwnEventType(said("ws_1", "One", "{}")));

        assertThat(decide(new CreateOwnEventType(said("ws_2", "One", null))))
                .isInstanceOf(Rejected.class);
        assertThat(decide(new DeleteOwnEventType("ws_2"))).isInstanceOf(Rejected.class);
        OwnEventType words = said("ws_1", "Two", null);
        assertThat(decided(new UpdateOwnEventType("ws_1", List.of("description"), words)))
                .isInstanceOfSatisfying(
                        OwnEventTypeUpdated.class,
                        updated -> assertThat(updated.eventType().jsonSchema()).isEqualTo("{}"));
    }

    private static OwnEventType said(String workspace, String words, @Nullable String schema) {
        return new OwnEventType("ety_1", workspace, "order.paid", words, schema, null, AT, AT);
    }

    private OwnEventTypeEvent decided(OwnEventTypeCommand command) {
        return ((Accepted<OwnEventTypeEvent>) decide(command)).events().getFirst();
    }

    private Decision<OwnEventTypeEvent> decide(OwnEventTypeCommand command) {
        Decision<OwnEventTypeEvent> decision = decider.decide(state, command, AT);
        if (decision instanceof Accepted<OwnEventTypeEvent>(var events)) {
            events.forEach(event -> state = decider.evolve(state, event));
        }
        return decision;
    }
}
