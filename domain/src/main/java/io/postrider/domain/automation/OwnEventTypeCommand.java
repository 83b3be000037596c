package io.postrider.domain.automation;

import io.postrider.domain.kernel.Edit;
import java.util.List;

/** Commands to own types of events. */
public sealed interface OwnEventTypeCommand {

    /** The workspace that asks. */
    String workspace();

    /** Describes an event type, replacing its previous description. */
    record CreateOwnEventType(OwnEventType eventType) implements OwnEventTypeCommand {
        @Override
        public String workspace() {
            return eventType.workspace();
        }
    }

    /**
     * Changes some fields of a type.
     *
     * @param changed the names of the changed fields
     * @param values an event type with the new values
     */
    record UpdateOwnEventType(String workspace, List<String> changed, OwnEventType values)
            implements OwnEventTypeCommand, Edit {
        public UpdateOwnEventType {
            changed = List.copyOf(changed);
        }

        @Override
        public boolean bringsText() {
            return !changed.isEmpty();
        }
    }

    /** Deletes an event type; events of this type can still be published. */
    record DeleteOwnEventType(String workspace) implements OwnEventTypeCommand {}
}
