package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.REMOVES;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.groups.Group;
import io.postrider.domain.groups.GroupCommand;
import io.postrider.domain.groups.GroupCommand.AddParticipants;
import io.postrider.domain.groups.GroupCommand.CreateGroup;
import io.postrider.domain.groups.GroupCommand.DeleteGroup;
import io.postrider.domain.groups.GroupCommand.RecordGroup;
import io.postrider.domain.groups.GroupCommand.RecordParticipants;
import io.postrider.domain.groups.GroupCommand.RejectOperation;
import io.postrider.domain.groups.GroupCommand.RemoveParticipants;
import io.postrider.domain.groups.GroupCommand.RenewInviteLink;
import io.postrider.domain.groups.GroupCommand.UpdateGroup;
import io.postrider.domain.groups.GroupDecider;
import io.postrider.domain.groups.GroupEvent;
import io.postrider.domain.groups.GroupEvent.GroupCreated;
import io.postrider.domain.groups.GroupEvent.GroupDeleted;
import io.postrider.domain.groups.GroupEvent.GroupParticipantsChanged;
import io.postrider.domain.groups.GroupEvent.GroupUpdated;
import io.postrider.domain.groups.GroupOperation;
import io.postrider.domain.groups.GroupState;
import io.postrider.domain.groups.Participant;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.GroupJson;
import java.util.List;
import java.util.Optional;

/** Groups. They share the topics of messages. */
final class GroupAggregate {

    private static final List<CommandType<GroupCommand>> COMMANDS =
            List.of(
                    command(
                            "group.create",
                            CreateGroup.class,
                            ADDS,
                            s -> new CreateGroup(group(s))),
                    command(
                            "group.record",
                            RecordGroup.class,
                            CLOCK,
                            s ->
                                    new RecordGroup(
                                            s.workspace(),
                                            GroupState.ACTIVE,
                                            null,
                                            "Y2FwaV9ncm91cDox",
                                            "https://chat.whatsapp.com/AbCdEf")),
                    command(
                            "group.update",
                            UpdateGroup.class,
                            ADDS,
                            s -> new UpdateGroup(s.workspace(), "Trip to Porto", null)),
                    command(
                            "group.add_participants",
                            AddParticipants.class,
                            ADDS,
                            s -> new AddParticipants(s.workspace(), List.of(participant(2)))),
                    command(
                            "group.record_participants",
                            RecordParticipants.class,
                            CLOCK,
                            s ->
                                    new RecordParticipants(
                                            s.workspace(), List.of(participant(2)), List.of())),
                    command(
                            "group.remove_participants",
                            RemoveParticipants.class,
                            CHANGES,
                            s -> new RemoveParticipants(s.workspace(), List.of(s.id(IdKind.CTC)))),
                    command(
                            "group.renew_invite_link",
                            RenewInviteLink.class,
                            CHANGES,
                            s -> new RenewInviteLink(s.workspace())),
                    command(
                            "group.reject",
                            RejectOperation.class,
                            CLOCK,
                            s ->
                                    new RejectOperation(
                                            s.workspace(), GroupOperation.UPDATE, "131208")),
                    command(
                            "group.delete",
                            DeleteGroup.class,
                            REMOVES,
                            s -> new DeleteGroup(s.workspace())));
    private static final List<EventType<GroupEvent>> EVENTS =
            List.of(
                    event(
                            "group.created",
                            GroupCreated.class,
                            "A group was created, and its creation was requested from the provider."),
                    event(
                            "group.updated",
                            GroupUpdated.class,
                            "The subject, description, state or invite link of a group was changed, or a change was requested."),
                    event(
                            "group.participants_changed",
                            GroupParticipantsChanged.class,
                            "Participants of a group were added or removed, or their change was requested."),
                    event("group.deleted", GroupDeleted.class, "A group was deleted."));

    static final AggregateType<GroupCommand, Lifecycle<Group>, GroupEvent, Group> ENTRY =
            new AggregateType<>(
                    "group",
                    Context.MESSAGES,
                    new GroupDecider(),
                    GroupCommand.class,
                    GroupEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.GRP),
                            true,
                            Group.class,
                            GroupJson::of,
                            Replica.NONE,
                            List.of(
                                    new Index<>(
                                            "instance_id",
                                            Match.EXACT,
                                            g -> List.of(g.instanceId())),
                                    new Index<>(
                                            "contact_id",
                                            Match.EXACT,
                                            g ->
                                                    g.participants().stream()
                                                            .map(Participant::contactId)
                                                            .toList()))),
                    Scope.readWrite("groups", "whatsapp"));

    private GroupAggregate() {}

    private static Group group(Sample s) {
        return new Group(
                s.id(IdKind.GRP),
                s.workspace(),
                s.id(IdKind.INST),
                "Trip to Lisbon",
                null,
                List.of(participant(s.number())),
                GroupState.REQUESTED,
                null,
                null,
                null,
                Sample.AT,
                Sample.AT);
    }

    private static Participant participant(int number) {
        return new Participant(
                Sample.id(IdKind.CTC, number), "+12025550100", ParticipantState.ADDING);
    }
}
