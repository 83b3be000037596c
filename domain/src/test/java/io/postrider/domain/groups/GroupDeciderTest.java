package io.postrider.domain.groups;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.groups.GroupCommand.AddParticipants;
import io.postrider.domain.groups.GroupCommand.CreateGroup;
import io.postrider.domain.groups.GroupCommand.DeleteGroup;
import io.postrider.domain.groups.GroupCommand.RecordGroup;
import io.postrider.domain.groups.GroupCommand.RecordParticipants;
import io.postrider.domain.groups.GroupCommand.RejectOperation;
import io.postrider.domain.groups.GroupCommand.RemoveParticipants;
import io.postrider.domain.groups.GroupCommand.RenewInviteLink;
import io.postrider.domain.groups.GroupCommand.UpdateGroup;
import io.postrider.domain.groups.GroupEvent.GroupParticipantsChanged;
import io.postrider.domain.groups.GroupEvent.GroupUpdated;
import io.postrider.domain.groups.Participant.ParticipantState;
import io.postrider.domain.kernel.Decision.Accepted;
import io.postrider.domain.kernel.Decision.Rejected;
import io.postrider.domain.kernel.Lifecycle;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupDeciderTest {

    private static final String WORKSPACE = "ws_1";
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final GroupDecider decider = new GroupDecider();
    private Lifecycle<Group> state = decider.initialState();
    private Instant now = NOW;

    @Test
    void theProviderIsAskedForParticipantsOnceTheGroupIsActive() {
        apply(new CreateGroup(requested(participant("ctc_1"))));

        assertThat(operations(apply(active())))
                .containsExactly(GroupOperation.NONE, GroupOperation.ADD);
        assertThat(
                        operations(
                                apply(
                                        new RecordParticipants(
                                                WORKSPACE, members("ctc_1"), List.of()))))
                .containsExactly(GroupOperation.NONE);
        assertThat(states()).containsExactly(ParticipantState.MEMBER);
        assertThat(apply(new RecordParticipants(WORKSPACE, members("ctc_1"), List.of()))).isEmpty();
        assertThat(apply(active())).isEmpty();
    }

    @Test
    void earlierChangesAreRequestedOnceTheGroupIsActive() {
        apply(new CreateGroup(requested()));
        now = NOW.plusSeconds(1);
        assertThat(operations(apply(new UpdateGroup(WORKSPACE, "Porto", null))))
                .containsExactly(GroupOperation.NONE);
        assertThat(operations(apply(add("ctc_1")))).containsExactly(GroupOperation.NONE);
        assertThat(apply(new RenewInviteLink(WORKSPACE))).isEmpty();

        assertThat(operations(apply(active())))
                .containsExactly(GroupOperation.UPDATE, GroupOperation.ADD);
        assertThat(shown().subject()).isEqualTo("Porto");
    }

    @Test
    void aParticipantIsRemovedWhenTheProviderTellsOfIt() {
        apply(new CreateGroup(requested()));
        apply(active());
        assertThat(operations(apply(add("ctc_1")))).containsExactly(GroupOperation.ADD);
        apply(new RecordParticipants(WORKSPACE, members("ctc_1"), List.of()));

        RemoveParticipants remove = new RemoveParticipants(WORKSPACE, List.of("ctc_1"));
        assertThat(operations(apply(remove))).containsExactly(GroupOperation.REMOVE);
        assertThat(apply(remove)).isEmpty();
        assertThat(states()).containsExactly(ParticipantState.REMOVING);
        apply(new RecordParticipants(WORKSPACE, List.of(), List.of("ctc_1")));
        assertThat(states()).isEmpty();
    }

    @Test
    void rejectedOperationsAreRevertedWithTheirReason() {
        apply(new CreateGroup(requested()));
        apply(active());
        apply(add("ctc_1"));
        apply(new RejectOperation(WORKSPACE, GroupOperation.ADD, "131204"));
        assertThat(states()).isEmpty();
        assertThat(shown().reason()).isEqualTo("131204");

        apply(add("ctc_1"));
        apply(new RecordParticipants(WORKSPACE, members("ctc_1"), List.of()));
        apply(new RemoveParticipants(WORKSPACE, List.of("ctc_1")));
        apply(new RejectOperation(WORKSPACE, GroupOperation.REMOVE, "131212"));
        assertThat(states()).containsExactly(ParticipantState.MEMBER);
    }

    @Test
    void aGroupHasAtMostEightParticipantsAndAFailedOneTakesNoChanges() {
        apply(new CreateGroup(requested()));
        apply(active());
        String[] eight = IntStream.range(0, 8).mapToObj(i -> "ctc_" + i).toArray(String[]::new);
        apply(add(eight));
        assertThat(rejection(add("ctc_8"))).isEqualTo("invalid");

        apply(new RecordGroup(WORKSPACE, GroupState.FAILED, "131211", null, null));
        assertThat(rejection(add("ctc_1"))).isEqualTo("group_not_active");
        apply(new DeleteGroup(WORKSPACE));
        assertThat(rejection(new DeleteGroup(WORKSPACE))).isEqualTo("not_found");
    }

    @Test
    void aGroupOfAnotherWorkspaceIsNotThere() {
        apply(new CreateGroup(requested()));

        assertThat(rejection(new DeleteGroup("ws_2"))).isEqualTo("not_found");
    }

    private static RecordGroup active() {
        return new RecordGroup(WORKSPACE, GroupState.ACTIVE, null, "1.2", "link");
    }

    private static AddParticipants add(String... contacts) {
        return new AddParticipants(
                WORKSPACE, List.of(contacts).stream().map(GroupDeciderTest::participant).toList());
    }

    private static Participant participant(String contact) {
        return new Participant(contact, "sealed", ParticipantState.ADDING);
    }

    private static List<Participant> members(String contact) {
        return List.of(new Participant(contact, null, ParticipantState.MEMBER));
    }

    private static Group requested(Participant... participants) {
        return new Group(
                "grp_1",
                WORKSPACE,
                "inst_1",
                "Lisbon",
                null,
                List.of(participants),
                GroupState.REQUESTED,
                null,
                null,
                null,
                NOW,
                NOW);
    }

    private Group shown() {
        assertThat(state).isInstanceOf(Lifecycle.Present.class);
        return ((Lifecycle.Present<Group>) state).value();
    }

    private List<ParticipantState> states() {
        return shown().participants().stream().map(Participant::state).toList();
    }

    private static List<GroupOperation> operations(List<GroupEvent> events) {
        return events.stream()
                .map(event ->
                        switch (event) {
                            case GroupUpdated(_, GroupOperation operation) -> operation;
                            case GroupParticipantsChanged(_, GroupOperation operation) -> operation;
                            default -> GroupOperation.NONE;
                        })
                .toList();
    }

    private List<GroupEvent> apply(GroupCommand command) {
        List<GroupEvent> events =
                switch (decider.decide(state, command, now)) {
                    case Accepted<GroupEvent>(var accepted) -> accepted;
                    case Rejected<GroupEvent>(var rejection) -> throw new AssertionError(rejection);
                };
        events.forEach(event -> state = decider.evolve(state, event));
        return events;
    }

    private String rejection(GroupCommand command) {
        return switch (decider.decide(state, command, now)) {
            case Accepted<GroupEvent> accepted -> throw new AssertionError(accepted);
            case Rejected<GroupEvent>(var rejection) -> rejection.code();
        };
    }
}
