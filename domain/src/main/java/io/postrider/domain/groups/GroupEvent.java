package io.postrider.domain.groups;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of groups; each carries the group after the change. */
public sealed interface GroupEvent extends ResourceEvent<Group> {

    /** The group after the change. */
    Group group();

    @Override
    default Group resource() {
        return group();
    }

    /** A group was created. */
    record GroupCreated(Group group) implements GroupEvent {}

    /** Subject, description, state or invite link of a group was changed, or its change was requested. */
    record GroupUpdated(Group group, GroupOperation operation) implements GroupEvent {}

    /** Participants were added or removed, or are to be. */
    record GroupParticipantsChanged(Group group, GroupOperation operation) implements GroupEvent {}

    /** A group was deleted. */
    record GroupDeleted(Group group) implements GroupEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
