package io.postrider.domain.automation;

import io.postrider.domain.automation.OwnEventTypeCommand.CreateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.DeleteOwnEventType;
import io.postrider.domain.automation.OwnEventTypeCommand.UpdateOwnEventType;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeCreated;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeDeleted;
import io.postrider.domain.automation.OwnEventTypeEvent.OwnEventTypeUpdated;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import java.util.List;

/** Decides on own types of events. */
public final class OwnEventTypeDecider
        implements Decider<OwnEventTypeCommand, Lifecycle<OwnEventType>, OwnEventTypeEvent> {

    @Override
    public Lifecycle<OwnEventType> initialState() {
        return new None<>();
    }

    @Override
    public Decision<OwnEventTypeEvent> decide(
            Lifecycle<OwnEventType> state, OwnEventTypeCommand command, Instant at) {
        if (command instanceof CreateOwnEventType(OwnEventType made)
                && Lifecycle.isFree(state, made, true)) {
            return Decision.accept(new OwnEventTypeCreated(made));
        }
        if (!(state instanceof Present<OwnEventType>(OwnEventType eventType))
                || !eventType.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("event type"));
        }
        return switch (command) {
            case CreateOwnEventType(OwnEventType values) ->
                    changed(eventType, OwnEventType.FIELDS, values, at);
            case UpdateOwnEventType(_, List<String> changed, OwnEventType values) ->
                    changed(eventType, changed, values, at);
            case DeleteOwnEventType _ ->
                    Decision.accept(
                            new OwnEventTypeDeleted(eventType.patched(List.of(), eventType, at)));
        };
    }

    private static Decision<OwnEventTypeEvent> changed(
            OwnEventType eventType, List<String> changed, OwnEventType values, Instant at) {
        OwnEventType other = eventType.patched(changed, values, at);
        return other.equals(eventType.patched(List.of(), values, at))
                ? Decision.unchanged()
                : Decision.accept(new OwnEventTypeUpdated(other));
    }

    @Override
    public Lifecycle<OwnEventType> evolve(Lifecycle<OwnEventType> state, OwnEventTypeEvent event) {
        return Lifecycle.after(event);
    }
}
