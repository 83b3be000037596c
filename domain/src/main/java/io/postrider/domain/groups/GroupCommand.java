package io.postrider.domain.groups;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands to groups. */
public sealed interface GroupCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates a group, and asks the provider to create it. */
    record CreateGroup(Group group) implements GroupCommand {
        @Override
        public String workspace() {
            return group.workspace();
        }
    }

    /**
     * Changes a group, and asks the provider to change it.
     *
     * @param subject the subject as ciphertext; null if it is unchanged
     * @param description the description as ciphertext; null if it is unchanged
     */
    record UpdateGroup(String workspace, @Nullable String subject, @Nullable String description)
            implements GroupCommand {}

    /** Asks the provider to add contacts. */
    record AddParticipants(String workspace, List<Participant> participants)
            implements GroupCommand {
        public AddParticipants {
            participants = List.copyOf(participants);
        }
    }

    /** Asks the provider to remove contacts. */
    record RemoveParticipants(String workspace, List<String> contactIds) implements GroupCommand {
        public RemoveParticipants {
            contactIds = List.copyOf(contactIds);
        }
    }

    /** Asks the provider for a new invite link. */
    record RenewInviteLink(String workspace) implements GroupCommand {}

    /** Records the state of a group at the provider; a null value changes nothing, except the reason. */
    record RecordGroup(
            String workspace,
            @Nullable GroupState state,
            @Nullable String reason,
            @Nullable String providerId,
            @Nullable String inviteLink)
            implements GroupCommand {}

    /**
     * Records the participants that the provider reports.
     *
     * @param added the contacts that are members
     * @param removed the contacts that are not members any more
     */
    record RecordParticipants(String workspace, List<Participant> added, List<String> removed)
            implements GroupCommand {
        public RecordParticipants {
            added = List.copyOf(added);
            removed = List.copyOf(removed);
        }
    }

    /** Records that the provider rejected an operation. */
    record RejectOperation(String workspace, GroupOperation operation, String reason)
            implements GroupCommand {}

    /** Deletes a group here and at the provider. */
    record DeleteGroup(String workspace) implements GroupCommand {}
}
