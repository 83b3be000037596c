package io.postrider.domain.groups;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A contact in a group.
 *
 * @param contactId the id of the contact
 * @param address the phone number or the user id as ciphertext under the workspace's data key; null if the provider reported
 *     the participant
 */
public record Participant(String contactId, @Nullable String address, ParticipantState state) {

    /** The state of a participant. */
    public enum ParticipantState {
        /** The provider is asked to add the contact. */
        ADDING,
        MEMBER,
        /** The provider is asked to remove the contact. */
        REMOVING;

        /** The name in JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Participant in(ParticipantState next) {
        return new Participant(contactId, address, next);
    }
}
