package io.postrider.domain.groups;

import io.postrider.domain.groups.GroupCommand.AddParticipants;
import io.postrider.domain.groups.GroupCommand.CreateGroup;
import io.postrider.domain.groups.GroupCommand.DeleteGroup;
import io.postrider.domain.groups.GroupCommand.RecordGroup;
import io.postrider.domain.groups.GroupCommand.RecordParticipants;
import io.postrider.domain.groups.GroupCommand.RejectOperation;
import io.postrider.domain.groups.GroupCommand.RemoveParticipants;
import io.postrider.domain.groups.GroupCommand.RenewInviteLink;
import io.postrider.domain.groups.GroupCommand.UpdateGroup;
import io.postrider.domain.groups.GroupEvent.GroupCreated;
import io.postrider.domain.groups.GroupEvent.GroupDeleted;
import io.postrider.domain.groups.GroupEvent.GroupParticipantsChanged;
import io.postrider.domain.groups.GroupEvent.GroupUpdated;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.domain.kernel.Lifecycle.None;
import io.postrider.domain.kernel.Lifecycle.Present;
import io.postrider.domain.kernel.Rejection;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides on groups. A change is requested first; the provider makes it later and reports it. A change of a group that the
 * provider has not created yet is requested after the creation.
 */
public final class GroupDecider implements Decider<GroupCommand, Lifecycle<Group>, GroupEvent> {

    @Override
    public Lifecycle<Group> initialState() {
        return new None<>();
    }

    @Override
    public Decision<GroupEvent> decide(Lifecycle<Group> state, GroupCommand command, Instant at) {
        if (command instanceof CreateGroup(Group group)) {
            return state instanceof None
                    ? Decision.accept(new GroupCreated(group))
                    : Decision.reject(Rejection.exists("group", group.id()));
        }
        if (!(state instanceof Present<Group>(Group group))
                || !group.workspace().equals(command.workspace())) {
            return Decision.reject(Rejection.notFound("group"));
        }
        return switch (command) {
            case CreateGroup _ -> Decision.reject(Rejection.exists("group", group.id()));
            case DeleteGroup _ -> Decision.accept(new GroupDeleted(group.touchedAt(at)));
            case RecordGroup report -> record(group, report, at);
            case RecordParticipants report -> record(group, report, at);
            case RejectOperation(_, GroupOperation operation, String reason) ->
                    reject(group, operation, reason, at);
            case UpdateGroup _, AddParticipants _, RemoveParticipants _, RenewInviteLink _ ->
                    switch (group.state()) {
                        case ACTIVE -> asked(group, command, at);
                        case REQUESTED -> noted(group, command, at);
                        case FAILED ->
                                Decision.reject(
                                        Rejection.conflict(
                                                "group_not_active",
                                                "The provider has not created the group."));
                    };
        };
    }

    @Override
    public Lifecycle<Group> evolve(Lifecycle<Group> state, GroupEvent event) {
        return Lifecycle.after(event);
    }

    private static Decision<GroupEvent> asked(Group group, GroupCommand command, Instant at) {
        return switch (command) {
            case UpdateGroup(_, String subject, String description) ->
                    Decision.accept(
                            new GroupUpdated(
                                    group.updated(subject, description, at),
                                    GroupOperation.UPDATE));
            case AddParticipants(_, List<Participant> wanted) ->
                    add(group, wanted, GroupOperation.ADD, at);
            case RemoveParticipants(_, List<String> contacts) ->
                    remove(group, contacts, ParticipantState.REMOVING, GroupOperation.REMOVE, at);
            default ->
                    Decision.accept(
                            new GroupUpdated(group.touchedAt(at), GroupOperation.INVITE_LINK));
        };
    }

    /** Before a group is created its changes are stored; they are requested from the provider when the group is active. */
    private static Decision<GroupEvent> noted(Group group, GroupCommand command, Instant at) {
        return switch (command) {
            case UpdateGroup(_, String subject, String description) ->
                    Decision.accept(
                            new GroupUpdated(
                                    group.updated(subject, description, at), GroupOperation.NONE));
            case AddParticipants(_, List<Participant> wanted) ->
                    add(group, wanted, GroupOperation.NONE, at);
            case RemoveParticipants(_, List<String> contacts) ->
                    remove(group, contacts, null, GroupOperation.NONE, at);
            default -> Decision.unchanged();
        };
    }

    private static Decision<GroupEvent> add(
            Group group, List<Participant> wanted, GroupOperation operation, Instant at) {
        List<Participant> added =
                wanted.stream()
                        .filter(each -> group.participant(each.contactId()).isEmpty())
                        .toList();
        if (group.participants().size() + added.size() > Group.PARTICIPANTS_MAX) {
            return Decision.reject(
                    Rejection.invalid(
                            new FieldError(
                                    "/participants",
                                    "too_many",
                                    "A group has at most "
                                            + Group.PARTICIPANTS_MAX
                                            + " participants.")));
        }
        return added.isEmpty()
                ? Decision.unchanged()
                : changed(group.with(added, ParticipantState.ADDING, at), operation);
    }

    /** @param next the state of the participants from now on; null takes them out */
    private static Decision<GroupEvent> remove(
            Group group,
            List<String> contacts,
            @Nullable ParticipantState next,
            GroupOperation operation,
            Instant at) {
        List<Participant> known =
                contacts.stream()
                        .flatMap(contact -> group.participant(contact).stream())
                        .filter(each -> each.state() != ParticipantState.REMOVING)
                        .toList();
        return known.isEmpty()
                ? Decision.unchanged()
                : changed(group.with(known, next, at), operation);
    }

    /** A group that becomes active requests its participants, and the changes made since its creation was requested. */
    private static Decision<GroupEvent> record(Group group, RecordGroup report, Instant at) {
        Group after = group.told(report, at);
        if (after.equals(group.touchedAt(at))) {
            return Decision.unchanged();
        }
        boolean activated =
                group.state() != GroupState.ACTIVE && after.state() == GroupState.ACTIVE;
        boolean changedSince = !group.updatedAt().equals(group.createdAt());
        GroupEvent updated =
                new GroupUpdated(
                        after,
                        activated && changedSince ? GroupOperation.UPDATE : GroupOperation.NONE);
        return activated && !after.in(ParticipantState.ADDING).isEmpty()
                ? Decision.accept(updated, new GroupParticipantsChanged(after, GroupOperation.ADD))
                : Decision.accept(updated);
    }

    private static Decision<GroupEvent> record(Group group, RecordParticipants report, Instant at) {
        List<Participant> removed =
                report.removed().stream()
                        .flatMap(contact -> group.participant(contact).stream())
                        .toList();
        Group after =
                group.with(report.added(), ParticipantState.MEMBER, at).with(removed, null, at);
        return after.equals(group.touchedAt(at))
                ? Decision.unchanged()
                : changed(after, GroupOperation.NONE);
    }

    /** Contacts that were to be added are taken out; contacts that were to be removed are members again. */
    private static Decision<GroupEvent> reject(
            Group group, GroupOperation operation, String reason, Instant at) {
        Group told = group.told(new RecordGroup(group.workspace(), null, reason, null, null), at);
        return switch (operation) {
            case ADD ->
                    changed(
                            told.with(group.in(ParticipantState.ADDING), null, at),
                            GroupOperation.NONE);
            case REMOVE ->
                    changed(
                            told.with(
                                    group.in(ParticipantState.REMOVING),
                                    ParticipantState.MEMBER,
                                    at),
                            GroupOperation.NONE);
            case NONE, UPDATE, INVITE_LINK ->
                    Decision.accept(new GroupUpdated(told, GroupOperation.NONE));
        };
    }

    private static Decision<GroupEvent> changed(Group group, GroupOperation operation) {
        return Decision.accept(new GroupParticipantsChanged(group, operation));
    }
}
